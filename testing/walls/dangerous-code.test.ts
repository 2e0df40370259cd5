// Calls that a reader of the sources would have to follow one by one, because a caller's text might reach them: the
// product has none of them, or a short list that stands here.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const sources = globSync('{contract,insight,capture,server,web,sample}/**/*.{ts,tsx,js}', {
  cwd: root,
})
  .filter((path) => !/\.(?:test|fixture|conformance|browser)\.|in-browser\//.test(path))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

/** `file: match` for each match of a pattern, sorted; comments count too, because none needs such a call. */
function found(pattern: RegExp, folder = ''): string[] {
  return sources
    .filter(([path]) => path.startsWith(folder))
    .flatMap(([path, text]) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`))
    .toSorted();
}

/** The different matches of a pattern, sorted. */
const kinds = (pattern: RegExp) => [
  ...new Set(sources.flatMap(([, text]) => [...text.matchAll(pattern)].map(([match]) => match))),
];

it('reads the sources of the product', () => {
  expect(sources.length).toBeGreaterThan(500);
});

it('no text is run as code, and none is a format [1.3.2, 1.3.10]', () => {
  expect(found(/\beval\(|\bFunction\(|\bset(?:Timeout|Interval)\(\s*['"`]|node:vm/g)).toEqual([]);
  expect(found(/\bformatWithOptions\(|\butil\.format\(|\bprintf\(/g)).toEqual([]);
});

it('text comes into a page by React or as text alone [3.2.2]', () => {
  const ways =
    /dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|document\.write|srcdoc/gi;
  expect(found(ways)).toEqual([]);
});

it('programs get their arguments as a list, and no shell starts them [1.2.5]', () => {
  expect(found(/\bexecSync\(|child_process'\)?\.exec\(|\bshell:/g)).toEqual([]);
  const imports = /import \{([^}]*)\} from 'node:child_process'/g;
  const names = sources.flatMap(([, text]) =>
    [...text.matchAll(imports)].flatMap(([, list = '']) => list.split(',')),
  );
  const functions = names.map((name) => name.trim()).filter((name) => !/^type |^$/.test(name));
  expect([...new Set(functions)].toSorted()).toEqual(['execFileSync', 'spawn', 'spawnSync']);
});

it('SQL takes values as parameters; its own words are the only raw text [1.2.4]', () => {
  expect(found(/sql\.raw\([^)]*\)/g)).toEqual([
    // A migration's file.
    'server/platform/db/migrate.ts: sql.raw(text)',
    // 'asc' or 'desc', '<' or '>', chosen by the code.
    'server/recordings/recording-list.db.ts: sql.raw(direction)',
    'server/recordings/recording-list.db.ts: sql.raw(sign)',
    'server/tests/test-list-filter.ts: sql.raw(directionOf(filter)',
    'server/tests/test-list-filter.ts: sql.raw(directionOf(filter)',
    // The name of a column's type.
    'server/tests/test-list-filter.ts: sql.raw(type)',
  ]);
});

it('ciphers, hashes and keys are made by node:crypto, of approved kinds alone [11.2.1, 11.3.1, 11.4.1, 11.4.3]', () => {
  expect(kinds(/create(?:C|Dec)ipheriv\([^,]*/g)).toEqual([
    "createCipheriv('aes-256-gcm'",
    "createDecipheriv('aes-256-gcm'",
  ]);
  expect(kinds(/createHash\([^)]*|createHmac\([^,]*|hkdfSync\([^,]*/g).toSorted()).toEqual([
    "createHash('sha256'",
    "createHmac('sha256'",
    "hkdfSync('sha256'",
  ]);
  const signatures = /\bcreate(?:Sign|Verify|Cipher|DiffieHellman)\(|\bpbkdf2|publicEncrypt/g;
  expect(found(signatures)).toEqual([]);
  expect(kinds(/from '[^']*(?:crypto|bcrypt|argon|md5|sha\d|nacl)[^']*'/g)).toEqual([
    "from 'node:crypto'",
  ]);
});

/** Code that makes a proof of permission without a check: `file: match`. Only server/platform/access may. */
function forgedProofs(files: readonly (readonly [path: string, text: string])[]): string[] {
  const aliases = files.flatMap(([, text]) =>
    [...text.matchAll(/\btype (\w+)[^=;]*=[^;]*\bAuthorized</g)].map(([, name = '']) => name),
  );
  const cast = new RegExp(
    `\\bas (?:Readonly<)?(?:${['Authorized', ...aliases].join('|')})\\b`,
    'g',
  );
  const ways = [
    cast,
    /<Authorized<[^;()]*>>\(?\w/g,
    /\b(?:is|asserts \w+ is) Authorized\b/g,
    /import (?!type)[^;]*access\/proof\.ts/g,
    // The compiler takes the result for a proof.
    /\b(?:Object\.assign|structuredClone|Object\.create)\(/g,
  ];
  return files
    .filter(([path]) => !path.startsWith('server/platform/access/'))
    .flatMap(([path, text]) =>
      ways.flatMap((way) => [...text.matchAll(way)].map(([match]) => `${path}: ${match}`)),
    );
}

it('no code makes a proof of permission without its check, by a cast or by the constructor', () => {
  const server = sources.filter(([path]) => path.startsWith('server/'));
  expect(forgedProofs(server).toSorted()).toEqual([
    // They make a body, a document and a request.
    'server/platform/http/join-chunks.ts: Object.assign(',
    'server/platform/http/join-chunks.ts: Object.create(',
    'server/platform/http/reference/openapi.ts: Object.assign(',
    'server/platform/issuer/stand-in-issuer.ts: Object.assign(',
  ]);
  // A cast of these kinds could hide one.
  expect(found(/\bas (?:never|unknown as \w+)/g, 'server/')).toEqual([
    'server/platform/http/chunk-body.ts: as unknown as Writable',
    'server/platform/http/reference/openapi.ts: as never',
  ]);
  const planted = [
    ['server/one/one.db.ts', 'export type One = Authorized<Ref> | Other;'],
    ['server/one/a.ts', 'const a = { id } as Authorized<Ref>;'],
    ['server/one/b.ts', 'const b = { id } as One;'],
    ['server/one/c.ts', "import * as proof from '#server/platform/access/proof.ts';"],
    ['server/one/e.ts', 'const e = Object.assign({}, test, { testId: other });'],
    ['server/one/f.ts', 'const isOne = (ref: Ref): ref is Authorized<Ref> => true;'],
    ['server/one/d.ts', "import type { Authorized } from '#server/platform/access/proof.ts';"],
  ] as const;
  expect(forgedProofs(planted).map((each) => each.slice(0, 16))).toEqual([
    'server/one/a.ts:',
    'server/one/b.ts:',
    'server/one/c.ts:',
    'server/one/e.ts:',
    'server/one/f.ts:',
  ]);
});

it('the environment is read where the server starts', () => {
  expect(found(/process\.env\b|\benv\b[^;]*from 'node:process'/g)).toEqual([
    'server/main.ts: process.env',
    'server/reread.ts: process.env',
  ]);
});

it('Math.random spreads retries and decides nothing else [11.5.1]', () => {
  expect(found(/Math\.random/g)).toEqual([
    'capture/upload/retry-delay.ts: Math.random',
    'server/platform/db/listener.ts: Math.random',
    'web/entities/updates/update-feed.ts: Math.random',
  ]);
});

it('nothing turns the check of certificates off [12.3.2]', () => {
  const ways =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/g;
  expect(found(ways)).toEqual([]);
});
