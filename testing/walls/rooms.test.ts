// Rooms of the server and features of the browser: no rooms import each other, no feature imports another, and a room
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

/** Returns a circle of imports between rooms, as `one > other > one`, or null. */
function circleOf(files: readonly (readonly [path: string, code: string])[]): string | null {
  const imports = new Map<string, Set<string>>();
  for (const [path, code] of files) {
    const from = roomOf(path);
    for (const to of from === null ? [] : importedRooms(path, code)) {
      if (from && to && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  const done = new Set<string>();
  const follow = (room: string, trail: readonly string[]): string | null => {
    const at = trail.indexOf(room);
    if (at >= 0) return [...trail.slice(at), room].join(' > ');
    if (done.has(room)) return null;
    for (const next of imports.get(room) ?? []) {
      const circle = follow(next, [...trail, room]);
      if (circle) return circle;
    }
    done.add(room);
    return null;
  };
  return [...imports.keys()].map((room) => follow(room, [])).find(Boolean) ?? null;
}

it('no rooms import each other, also not by way of others', () => {
  const paths = globSync('{server,web/features}/**/*.{ts,tsx}', { cwd: root });
  const sources = paths.filter((path) => !/\.(test|fixture|conformance)\.tsx?$/.test(path));
  expect(new Set(sources.map(roomOf)).size).toBeGreaterThan(30);
  expect(
    circleOf(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  ).toBeNull();
});

it('finds a circle of any length, types included', () => {
  const two = [
    ['server/one/one.db.ts', "import type { A } from '#server/two/two.db.ts';"],
    ['server/two/two.db.ts', "import { b } from '../one/one.db.ts';"],
  ] as const;
  expect(circleOf(two)).toBe('server/one > server/two > server/one');
  const three = [
    ['server/zero/zero.db.ts', "import { a } from '#server/one/one.db.ts';"],
    two[0],
    ['server/two/two.db.ts', "import { b } from '#server/three/three.db.ts';"],
    ['server/three/three.db.ts', "const b = await import('#server/one/one.db.ts');"],
  ] as const;
  expect(circleOf(three)).toBe('server/one > server/two > server/three > server/one');
  expect(circleOf([two[0]])).toBeNull();
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

/** Returns the files that do what their role does not, as `file: import`. */
function falseRoles(files: readonly (readonly [path: string, code: string])[]): string[] {
  // Rules may turn a row into a value, and ask no database.
  const ofRules = /\bDatabase\b|\bdb\b(?!\.ts)/g;
  const ofRows =
    /^import (?!type)[^;]*(?:webhooks\/emit|#server\/storage\/)[^;]*|'(?:jobs|storage|mail)'/gm;
  return files.flatMap(([path, code]) => {
    const role = path.endsWith('.rules.ts') ? ofRules : path.endsWith('.db.ts') ? ofRows : null;
    return role ? [...code.matchAll(role)].map(([match]) => `${path}: ${match}`) : [];
  });
}

it('rules read no rows; rows queue no job, send no webhook and store no file', () => {
  const paths = globSync('server/**/*.{rules,db}.ts', { cwd: root });
  const sources = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  expect(sources.length).toBeGreaterThan(70);
  expect(falseRoles(sources)).toEqual([]);
  const planted = [
    ['server/one/a.rules.ts', 'const one = readOne(db);'],
    ['server/one/b.rules.ts', "import { oneFromRow } from './one.db.ts';"],
    ['server/one/c.db.ts', "import { emit } from '#server/webhooks/emit.flow.ts';"],
    ['server/one/d.db.ts', "export const one = ({ jobs }: Pick<Parts, 'db' | 'jobs'>) => jobs;"],
  ] as const;
  expect(falseRoles(planted).map((each) => each.slice(0, 18).split(':')[0])).toEqual([
    'server/one/a.rules',
    'server/one/c.db.ts',
    'server/one/d.db.ts',
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
