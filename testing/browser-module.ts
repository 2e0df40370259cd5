// Bundles a module for tests inside a real browser; the test serves it from any page's origin.
import { resolve } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';

/** Path at which the page with the module is served. */
export const MODULE_PAGE = '/module-under-test.html';

/** A module's code, and by their names the scripts of the workers it starts. */
export interface BrowserModule {
  code: string;
  workers: ReadonlyMap<string, string>;
}

/** One self-contained ES module of a source file and all it imports. */
export async function bundleForBrowser(file: string): Promise<BrowserModule> {
  const outcome = await build({
    configFile: false,
    logLevel: 'silent',
    root: resolve(import.meta.dirname, '..'),
    // React as in the app that is built; tests would get the one for development.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    build: {
      write: false,
      minify: false,
      lib: { entry: file, formats: ['es'], fileName: 'module' },
    },
  });
  const [first] = Array.isArray(outcome) ? outcome : [outcome];
  const [chunk, ...others] = first && 'output' in first ? first.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} did not become a module`);
  const workers = others.flatMap((output) =>
    output.type === 'asset' ? [[output.fileName, String(output.source)] as const] : [],
  );
  return { code: chunk.code, workers: new Map(workers) };
}

/** Serves a page with the module at MODULE_PAGE of every origin. Other requests are not changed. */
export async function serveModule(
  context: BrowserContext,
  { code, workers }: BrowserModule,
): Promise<void> {
  await context.route(`**${MODULE_PAGE}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Module under test</title><button>Go</button><script type="module" src="/module-under-test.js"></script>',
    }),
  );
  await context.route('**/module-under-test.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  );
  for (const [name, body] of workers) {
    await context.route(`**/${name}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
  }
}
