// How the browser's code is built: root web/, output dist/web, chunks under static/js. The participant's document is a
// build of its own (`--mode participant`), so that its chunks contain nothing that only other documents use.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documents, sourceList } from './vite.plugins.ts';

/** `npm start` serves here; during development its calls are passed on. */
const server = 'http://127.0.0.1:3000';

/** Calls share `/api/tests/…` with pages: a navigation gets the app. */
const proxy = {
  // Not as forwarded: the stand-in sign-in answers this machine alone.
  '/auth': { target: server },
  '/api': {
    target: server,
    xfwd: true,
    ws: true,
    bypass: (request: { headers: { accept?: string | undefined } }) =>
      request.headers.accept?.includes('text/html') ? '/index.html' : undefined,
  },
};

export default defineConfig(({ mode }) => ({
  root: 'web',
  plugins: [documents(), react(), tailwindcss(), sourceList(`.vite/${mode}.sources.json`)],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  worker: {
    rolldownOptions: { output: { entryFileNames: 'static/js/[name]-[hash].js' } },
  },
  build: {
    outDir: '../dist/web',
    // The participant's build comes second, and adds its files.
    emptyOutDir: mode !== 'participant',
    manifest: `.vite/${mode}.manifest.json`,
    // The first releases with light-dark() in CSS: the theme depends on it.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Those releases load modules ahead by themselves.
    modulePreload: { polyfill: false },
    // Pictures stay files: the content policy allows no data: addresses for scripts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input:
        mode === 'participant'
          ? ['web/participant.html']
          : ['web/index.html', 'web/landing.html', 'web/view.html'],
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        assetFileNames: 'static/[ext]/[name]-[hash][extname]',
        // Libraries that several documents need, each alone.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'zod', test: /node_modules\/zod\// },
          ],
        },
      },
    },
  },
}));
