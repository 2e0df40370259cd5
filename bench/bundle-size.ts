// How much JavaScript a page loads before it can be used, measured on the built app (dist/web).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** What a participant may load before the first screen is usable: under 110 kB. */
export const PARTICIPANT_MAX_BYTES = 110_000;

const webRoot = join(import.meta.dirname, '..', 'dist', 'web');

/** Vite's manifest, as far as it is read here (Vite guide, 'Backend Integration'). */
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
type Manifest = z.output<typeof manifestSchema>;

/** Which sources each file was made of (web/vite.config.ts). */
const sourcesSchema = z.record(z.string(), z.array(z.string()));

/** Chunks that load one after the other until the page in question stands. */
const journeys = {
  'a participant, first screen': ['index.html', 'participant-app.tsx'],
  'a participant, whole run': [
    'index.html',
    'participant-app.tsx',
    'features/participate/run.chunk.tsx',
  ],
  'the landing page': ['index.html', 'creator-app.tsx', 'features/landing/landing.page.tsx'],
  'a creator, dashboard': [
    'index.html',
    'creator-app.tsx',
    'features/dashboard/dashboard.page.tsx',
  ],
} as const;
export type Journey = keyof typeof journeys;

export interface Load {
  /** Sum of the files, each compressed by gzip on its own, as they are served. */
  gzipBytes: number;
  /** File names within dist/web. */
  files: string[];
  /** Paths of the sources in them, within the repository. */
  sources: string[];
}

/** @throws Error when the app is not built or a page of the journey is not in it. */
export async function loadOf(journey: Journey): Promise<Load> {
  const manifest = manifestSchema.parse(await readJson('.vite/manifest.json'));
  return await load(filesOf(manifest, journeys[journey]));
}

/** Every script of the app. */
export async function loadOfAll(): Promise<Load> {
  return await load(Object.keys(sourcesSchema.parse(await readJson('.vite/sources.json'))));
}

async function load(files: string[]): Promise<Load> {
  const sources = sourcesSchema.parse(await readJson('.vite/sources.json'));
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(webRoot, file))).length),
  );
  return {
    files,
    sources: files.flatMap((file) => sources[file] ?? []),
    gzipBytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(webRoot, path), 'utf8'));
}

/** The scripts among the chunks and all they import statically, each once. */
function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>();
  const queue = [...entries];
  for (const entry of queue) {
    const chunk = manifest[entry];
    if (chunk === undefined) throw new Error(`${entry} is not in the built app`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    queue.push(...chunk.imports);
  }
  return [...files].filter((file) => file.endsWith('.js'));
}
