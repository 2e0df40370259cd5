// Bytes of scripts and styles that a page loads before it can be used, measured on the built app (dist/web).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const webRoot = join(import.meta.dirname, '..', 'dist', 'web');

/** Vite's manifest, as far as it is read here (Vite guide, 'Backend Integration'). */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

/** Source files of each built file (web/vite.config.ts). */
const sourcesSchema = z.record(z.string(), z.array(z.string()));

/** Documents and chunks that load one after the other until the page is rendered. */
const journeys = {
  'a participant, first screen': ['participant.html'],
  'a participant, whole run': ['participant.html', 'features/participate/run.chunk.tsx'],
  'the landing page': ['landing.html'],
  'a creator, dashboard': ['index.html', 'features/dashboard/dashboard.page.tsx'],
} as const;
export type Journey = keyof typeof journeys;

/** Limits of the bytes after gzip that load before the first screen can be used. */
export const firstScreens = {
  'a participant, first screen': 103_000,
  'the landing page': 98_000,
  'a creator, dashboard': 190_500,
} as const satisfies Partial<Record<Journey, number>>;

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
  return await load(filesOf(await readManifest(), journeys[journey]));
}

/** Every script and style of the app. */
export async function loadOfAll(): Promise<Load> {
  const manifest = await readManifest();
  return await load(
    filesOf(manifest, Object.keys(manifest)).filter((file) => /\.(js|css)$/.test(file)),
  );
}

async function load(files: string[]): Promise<Load> {
  const sources = sourcesSchema.parse(await readOfBuilds('sources.json'));
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(webRoot, file))).length),
  );
  return {
    files,
    sources: files.flatMap((file) => sources[file] ?? []),
    gzipBytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Builds of web/vite.config.ts: of the participant's document, and of the others. */
const builds = ['production', 'participant'] as const;

/** Paths of the sources in everything that a build made, within the repository. */
export async function sourcesOf(build: (typeof builds)[number]): Promise<string[]> {
  return Object.values(sourcesSchema.parse(await readJson(`.vite/${build}.sources.json`))).flat();
}

async function readManifest(): Promise<Manifest> {
  return manifestSchema.parse(await readOfBuilds('manifest.json'));
}

async function readOfBuilds(name: string): Promise<object> {
  const lists = await Promise.all(builds.map((build) => readJson(`.vite/${build}.${name}`)));
  return Object.assign({}, ...lists);
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(webRoot, path), 'utf8'));
}

/** Files of the chunks and of all they import statically, each once, and what every document loads. */
function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set(['static/theme.js']);
  const queue = [...entries];
  for (const entry of queue) {
    const chunk = manifest[entry];
    if (chunk === undefined) throw new Error(`${entry} is not in the built app`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const style of chunk.css) files.add(style);
    queue.push(...chunk.imports);
  }
  return [...files];
}
