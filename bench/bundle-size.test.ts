// A promise: a first screen waits for little code, and a participant for none of the creator's.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstScreens, type Journey, loadOf } from './bundle-size.ts';

/** Sources that only a creator needs. */
const CREATORS = [
  /^web\/(creator|creator-app|routes)\.tsx$/,
  /^web\/features\/(?!participate\/)/,
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
