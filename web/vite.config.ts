// Build of the browser's code: root web/, output dist/web, chunks under static/js.

import { join, relative } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { documentOf } from '#contract/paths.ts';

/** `npm start` serves here; during development its calls are passed on. */
const server = 'http://127.0.0.1:3000';

/** Calls share `/api/tests/…` with pages: a navigation gets the app. */
const proxy = {
  // The stand-in sign-in answers this machine alone, so its requests are not marked as forwarded.
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
  plugins: [
    documents(),
    withoutSummaries(),
    react(),
    tailwindcss(),
    sourceList(`.vite/${mode}.sources.json`),
  ],
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

// Additions to Vite's build: a document for each address, and a list of sources for checks.

const repository = join(import.meta.dirname, '..');

/** During development each address gets its document, as server/platform/http/pages.ts answers it. */
function documents(): Plugin {
  return {
    name: 'documents',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        const isPage = request.headers.accept?.includes('text/html');
        const name = documentOf(request.url?.split('?', 1)[0] ?? '');
        if (isPage && name !== 'index.html') request.url = `/${name}`;
        next();
      });
    },
  };
}

/**
 * Lists which sources each file was made of, beside Vite's manifest: read by bench/bundle-size.ts.
 * @param fileName of the list, within dist/web
 */
function sourceList(fileName: string): Plugin {
  return {
    name: 'source-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const sources = chunks.map(({ fileName: chunkName, moduleIds }) => [
        chunkName,
        moduleIds.map((id) => relative(repository, id)),
      ]);
      const source = JSON.stringify(Object.fromEntries(sources));
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Empties the summaries of the calls, which the server's reference alone shows. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.api\.ts$/ },
      handler(code) {
        const places: { start: number; end: number }[] = [];
        // The walk of each node visits its own values.
        JSON.stringify(this.parse(code, { lang: 'ts' }), (_, node) => {
          const isCall = node?.callee?.name === 'endpoint';
          for (const { key, value } of isCall ? node.arguments[0].properties : []) {
            if (key?.name === 'summary') places.push(value);
          }
          return node;
        });
        const emptied = places.reduceRight(
          (text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`,
          code,
        );
        return { code: emptied, map: null };
      },
    },
  };
}
