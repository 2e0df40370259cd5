// What our build does beyond Vite's own: a list of sources for checks, and a smaller Zod.
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { documentOf } from '#contract/paths.ts';

const repository = join(import.meta.dirname, '..');

/** During development each address gets its document, as server/http/pages.ts answers it. */
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

/** Lists which sources each file was made of, beside Vite's manifest: read by bench/bundle-size.ts. */
export function sourceList(): Plugin {
  return {
    name: 'source-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const sources = chunks.map(({ fileName, moduleIds }) => [
        fileName,
        moduleIds.map((id) => relative(repository, id)),
      ]);
      const source = JSON.stringify(Object.fromEntries(sources));
      this.emitFile({ type: 'asset', fileName: '.vite/sources.json', source });
    },
  };
}

const jsonSchemaCode = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const memoizerCode = /\/zod\/v4\/core\/memoizer\.js$/;
const withoutMemory = `
  export const memoizer = () => undefined;
  export const isBackEdge = () => false;
  export const isRecursiveSchema = () => false;
`;
const exported = /^export (?:const|function) (\w+)/gm;

/**
 * Zod's schemas refer to code that turns them into JSON Schema, which only the server asks for:
 * 5 kB of every page. Its functions throw here; those that make methods make one that throws. And to code
 * for values that contain themselves, which JSON has not: 1 kB.
 */
export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (memoizerCode.test(id)) return withoutMemory;
      if (!jsonSchemaCode.test(id)) return null;
      const text = await readFile(id, 'utf8');
      const names = [...text.matchAll(exported)].map(([, name = '']) => name);
      return [
        `const refuse = () => { throw new Error('JSON Schema is left out of the browser build'); };`,
        ...names.map((name) => {
          const value = name.startsWith('create') ? '() => refuse' : 'refuse';
          return `export const ${name} = ${value};`;
        }),
      ].join('\n');
    },
  };
}
