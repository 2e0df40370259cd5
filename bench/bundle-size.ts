// How much JavaScript a page loads before it can be used, measured on the built app (dist/web).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** What a participant may load before the first screen is usable: under 110 kB. */
export const PARTICIPANT_MAX_BYTES = 110_000;

/** Vite's manifest, as far as it is read here (Vite guide, 'Backend Integration'). */
const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** Sources that load one after the other until the page in question stands. */
const journeys = {
  participant: ['index.html', 'participant-app.tsx', 'features/participate/participate.page.tsx'],
  landing: ['index.html', 'creator-app.tsx', 'features/landing/landing.page.tsx'],
  dashboard: ['index.html', 'creator-app.tsx', 'features/dashboard/dashboard.page.tsx'],
} as const;
export type Journey = keyof typeof journeys;

export interface FirstLoad {
  journey: Journey;
  /** Sum of the files, each compressed by gzip on its own, as they are served. */
  gzipBytes: number;
  /** File names within dist/web. */
  files: string[];
}

/**
 * Measures every journey.
 * @param webRoot folder of the built app.
 * @throws Error when the app is not built or a journey's page is not in it.
 */
export async function measureFirstLoads(webRoot: string): Promise<FirstLoad[]> {
  const text = await readFile(join(webRoot, '.vite/manifest.json'), 'utf8');
  const chunks = manifest.parse(JSON.parse(text));
  return await Promise.all(
    Object.keys(journeys).map(async (name) => {
      const journey = name as Journey;
      const files = filesOf(chunks, journeys[journey]);
      const sizes = await Promise.all(
        files.map(async (file) => gzipSync(await readFile(join(webRoot, file))).length),
      );
      return { journey, files, gzipBytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
}

/** The scripts among the sources and all they import statically, each once. */
function filesOf(chunks: z.output<typeof manifest>, sources: readonly string[]): string[] {
  const files = new Set<string>();
  const queue = [...sources];
  for (const source of queue) {
    const chunk = chunks[source];
    if (chunk === undefined) throw new Error(`${source} is not in the built app`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    queue.push(...chunk.imports);
  }
  return [...files].filter((file) => file.endsWith('.js'));
}
