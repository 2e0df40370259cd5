// Rooms of the server and features of the browser: no two rooms import each other, no feature imports another, and a room
// names the parts that it uses.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
/** Folders of `server/` that rooms stand on. */
const BELOW_ROOMS = ['media', 'platform', 'prototypes', 'storage'];

/** Returns the room of a file, or null if it is in none: `server/<noun>` or `web/features/<feature>`. */
function roomOf(path: string): string | null {
  const [top, first, second] = path.split('/');
  if (top === 'web' && first === 'features') return `web/features/${second}`;
  if (top !== 'server' || second === undefined || BELOW_ROOMS.includes(first ?? '')) return null;
  return `server/${first}`;
}

/** Returns the rooms that a file's code imports from, types included. */
function importedRooms(path: string, code: string): (string | null)[] {
  const sources = code.matchAll(/(?:from|import)\s*\(?\s*'(#\w+\/|\.\.?\/)([^']+)'/g);
  return [...sources].map(([, start = '', rest = '']) =>
    roomOf(start.startsWith('#') ? start.slice(1) + rest : posix.join(dirname(path), start + rest)),
  );
}

/** Returns pairs of rooms, as `one <> other`, that import each other. */
function mutualRooms(files: readonly (readonly [path: string, code: string])[]): string[] {
  const edges = new Set(
    files.flatMap(([path, code]) => {
      const from = roomOf(path);
      const to = importedRooms(path, code).filter((room) => room !== null && room !== from);
      return from === null ? [] : to.map((room) => `${from}>${room}`);
    }),
  );
  return [...edges].flatMap((edge) => {
    const [one = '', other = ''] = edge.split('>');
    return one < other && edges.has(`${other}>${one}`) ? [`${one} <> ${other}`] : [];
  });
}

it('no two rooms import each other', () => {
  const paths = globSync('{server,web/features}/**/*.{ts,tsx}', { cwd: root });
  const sources = paths.filter((path) => !/\.(test|fixture|conformance)\.tsx?$/.test(path));
  expect(new Set(sources.map(roomOf)).size).toBeGreaterThan(30);
  expect(
    mutualRooms(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  ).toEqual([]);
});

it('finds two that do, types included', () => {
  const planted = [
    ['server/one/one.db.ts', "import type { A } from '#server/two/two.db.ts';"],
    ['server/two/two.db.ts', "import { b } from '../one/one.db.ts';"],
    ['server/three/three.db.ts', "import { b } from '#server/one/one.db.ts';"],
  ] as const;
  expect(mutualRooms(planted)).toEqual(['server/one <> server/two']);
});

/** Returns the features' imports of other features, as `file > feature`, also those that load a chunk. */
function importsOfFeatures(files: readonly (readonly [path: string, code: string])[]): string[] {
  return files
    .filter(([path]) => path.startsWith('web/features/'))
    .flatMap(([path, code]) =>
      importedRooms(path, code)
        .filter((room) => room?.startsWith('web/') && room !== roomOf(path))
        .map((room) => `${path} > ${room}`),
    );
}

it('no feature imports another', () => {
  const paths = globSync('web/features/**/*.{ts,tsx}', { cwd: root });
  const sources = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  expect(importsOfFeatures(sources)).toEqual([]);
  const planted = [
    ['web/features/one/a.tsx', "const b = await import('#web/features/two/b.tsx');"],
    ['web/features/one/c.tsx', "import { b } from '../two/b.tsx';"],
    ['web/features/one/d.tsx', "import { b } from './b.tsx';"],
  ] as const;
  expect(importsOfFeatures(planted)).toEqual([
    'web/features/one/a.tsx > web/features/two',
    'web/features/one/c.tsx > web/features/two',
  ]);
});

/** Files that may see all parts of the server: what connects rooms, and route tables. */
const SEES_ALL_PARTS = /^server\/(?:app|main|parts|pipeline)\.ts$|\.routes\.ts$/;

/** Returns the files with the type `Parts` itself, in place of `Pick<Parts, …>` or the type of one part. */
function takingAllParts(files: readonly (readonly [path: string, code: string])[]): string[] {
  const whole = /(?<!Pick<\s*)\bParts\b(?!\[)/;
  return files
    .filter(([path]) => !SEES_ALL_PARTS.test(path))
    .filter(([, code]) =>
      whole.test(code.replaceAll(/^import [^;]*;|\/\/.*|\/\*[\s\S]*?\*\//gm, '')),
    )
    .map(([path]) => path);
}

it('a room names what it needs of the parts', () => {
  const paths = globSync('server/**/*.ts', { cwd: root });
  const users = paths
    .filter((path) => !/\.(test|fixture|conformance)\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
    .filter(([, code]) => /import [^;]*\bParts\b[^;]*parts\.ts'/.test(code));
  expect(users.length).toBeGreaterThan(50);
  expect(takingAllParts(users)).toEqual([]);
});

it('finds a room that takes all parts', () => {
  const planted = [
    ['server/one/one.service.ts', 'export async function one(parts: Parts): Promise<void> {}'],
    ['server/one/two.db.ts', 'const two = ({ db }: Parts) => db;'],
    [
      'server/one/one.rules.ts',
      "import type { Parts } from '#server/parts.ts';\ntype Needs = Pick<\n  Parts,\n  'db'>;",
    ],
    ['server/one/four.db.ts', 'type Needs = Pick<Parts, keyof Parts>;'],
    ['server/one/five.db.ts', "type Needs = Omit<Parts, 'mail'>;"],
    ['server/one/three.db.ts', "const three = (db: Parts['db']) => db;"],
    ['server/one/one.routes.ts', 'export function handlers(parts: Parts) {}'],
  ] as const;
  expect(takingAllParts(planted)).toEqual([
    'server/one/one.service.ts',
    'server/one/two.db.ts',
    'server/one/four.db.ts',
    'server/one/five.db.ts',
  ]);
});
