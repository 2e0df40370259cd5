// A promise: a first screen waits for little code, and a participant for none of the creator's. Counted in the
// built files, and tried in a browser that is given these files alone.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTest, openPage, openStage, type Stage } from '../e2e/stage.ts';
import { firstScreens, type Journey, loadOf, loadOfAll, sourcesOf } from './bundle-size.ts';

/** Sources that only a creator needs. */
const CREATORS = [
  /^web\/(creator|creator-app|routes)\.tsx$/,
  /^web\/(test-page|features\/(?!participate\/))/,
  /^web\/lib\/.*\.query\.ts$/,
  /node_modules\/(react-router|@tanstack\/|react-hook-form|@hookform\/)/,
];

/** Smaller files may not get smaller. */
const GAINS_FROM_BYTES = 1000;

const creatorsOf = (sources: readonly string[]) =>
  sources.filter((source) => CREATORS.some((pattern) => pattern.test(source)));

describe('first load', () => {
  it.each(Object.entries(firstScreens))('%s: less than %i bytes', async (journey, maxBytes) => {
    const { gzipBytes } = await loadOf(journey as Journey);
    expect(gzipBytes).toBeLessThan(maxBytes);
  });

  it("none of the creator's sources is in what a participant loads", async () => {
    expect(creatorsOf((await loadOf('a participant, whole run')).sources)).toEqual([]);
    // The same question finds them where they belong.
    const found = creatorsOf((await loadOf('a creator, dashboard')).sources).join('\n');
    for (const name of ['react-router', '@tanstack', 'web/routes.tsx', 'web/features/shell']) {
      expect(found).toContain(name);
    }
  });

  it("none of Zod's classic schemas, which have all methods, is in any page", async () => {
    const { sources } = await loadOfAll();
    expect(sources.filter((source) => source.includes('zod/v4/classic/'))).toEqual([]);
    expect(sources.join('\n')).toContain('zod/v4/mini/');
  });

  it("a participant's style sheet knows each piece of web/ui and web/lib in its pages", async () => {
    const folder = join(import.meta.dirname, '..', 'web', 'styles');
    const style = await readFile(join(folder, 'participant.css'), 'utf8');
    const sources = /@source "\.\.\/(ui|lib)\/(?:\{(.*?)\}|([\w-]+))\./g;
    const named = [...style.matchAll(sources)].flatMap(([, place, names, name = '']) =>
      (names ?? name).split(',').map((piece) => `${place}/${piece}`),
    );
    const pieces = (await sourcesOf('participant'))
      .map((source) => /^web\/((?:ui|lib)\/.+(?:\.style(?=\.ts$)|(?=\.tsx$)))/.exec(source)?.[1])
      .filter((piece) => piece !== undefined);
    expect(named.toSorted()).toEqual([...new Set(pieces)].toSorted());
  });

  it('each of its scripts lies compressed beside itself', async () => {
    const { files } = await loadOf('a participant, whole run');
    const folder = join(import.meta.dirname, '..', 'dist', 'web');
    for (const file of files) {
      const { size } = await stat(join(folder, file));
      if (size < GAINS_FROM_BYTES) continue;
      for (const extension of ['.br', '.gz']) {
        expect((await stat(join(folder, `${file}${extension}`))).size).toBeLessThan(size);
      }
    }
  });
});

describe('in a browser that gets nothing else', () => {
  let stage: Stage;
  let shared: string;
  beforeAll(async () => {
    stage = await openStage();
    shared = `/tryout/${(await createTest(stage, 'Plants')).uniqueId}`;
  });
  afterAll(() => stage?.close());

  interface Screen {
    address: () => string;
    isOwner: boolean;
    /** The first action of a person. Each screen responds to it. */
    use: (page: Page) => Promise<void>;
  }
  const screens: Record<keyof typeof firstScreens, Screen> = {
    'a participant, first screen': {
      address: () => shared,
      isOwner: false,
      use: async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
        await page.getByRole('button', { name: 'Continue', disabled: false }).waitFor();
      },
    },
    'the landing page': {
      address: () => '/',
      isOwner: false,
      use: async (page) => {
        await page.getByRole('button', { name: 'Login / Signup' }).click();
        await page.getByRole('dialog', { name: 'Welcome to Tryout' }).waitFor();
      },
    },
    'a creator, dashboard': {
      address: () => '/dashboard',
      isOwner: true,
      use: async (page) => {
        await page.getByRole('searchbox').fill('Plants');
        await page.getByRole('link', { name: 'Plants' }).first().waitFor();
      },
    },
  };

  it.each(Object.entries(screens))(
    '%s: can be used with what is counted for it',
    async (...[journey, { address, isOwner, use }]) => {
      const page = await openPage(stage, isOwner ? stage.owner : null);
      const { files } = await loadOf(journey as Journey);
      const loaded = new Set<string>();
      // Everything else never arrives.
      await page.route(/\/static\/.*\.(js|css)(\?|$)/, async (route) => {
        const file = new URL(route.request().url()).pathname.slice(1);
        if (!files.includes(file)) return;
        loaded.add(file);
        await route.continue();
      });
      await page.goto(address(), { waitUntil: 'commit' });
      await use(page);
      expect([...loaded].toSorted()).toEqual(files.toSorted());
      await page.context().close();
    },
  );
});
