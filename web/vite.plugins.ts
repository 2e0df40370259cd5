// What our build does beyond Vite's own: a document for each address, and a list of sources for checks.
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { documentOf } from '#contract/paths.ts';

const repository = join(import.meta.dirname, '..');

/** During development each address gets its document, as server/platform/http/pages.ts answers it. */
export function documents(): Plugin {
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
export function sourceList(fileName: string): Plugin {
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
