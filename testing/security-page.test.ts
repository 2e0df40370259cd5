// docs/security.md: every requirement of OWASP ASVS 5.0, levels 1 and 2, has its row, and every row that claims something
// names the test that holds it.
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStaleLines } from './documentation-tables.ts';

const root = join(import.meta.dirname, '..');
const page = await readFile(join(root, 'docs/security.md'), 'utf8');

/** Section → its requirements of levels 1 and 2 (ASVS 5.0.0). */
const requirements: Record<string, number[]> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};

interface Row {
  id: string;
  state: string;
  evidence: string;
  /** Test files that the row names. */
  tests: string[];
}

const rows: Row[] = [
  ...page.matchAll(
    /^\| (\d+\.\d+\.\d+) \| [^|]+ \| (met|partly|\*\*not met\*\*|issuer|operator|n\/a) \| ([^|]+) \|$/gm,
  ),
].map(([, id = '', state = '', evidence = '']) => ({
  id,
  state,
  evidence,
  tests: [...evidence.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path),
}));

it('has a row for each requirement, in its state', () => {
  const wanted = Object.entries(requirements).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(wanted);
  const count = (name: string) => rows.filter(({ state }) => state === name).length;
  const held = rows.filter(({ state, tests }) => isClaimed(state) && tests.length > 0).length;
  expect(page).toContain(
    `Of ${wanted.length}: ${count('met')} met, ${count('partly')} partly, ${count('**not met**')} not met, ` +
      `${count('issuer')} issuer, ${count('operator')} operator, ${count('n/a')} n/a. ` +
      `Of those met or partly met, ${held} are held by a test, ${count('met') + count('partly') - held} by reading.`,
  );
});

function isClaimed(state: string): boolean {
  return state === 'met' || state === 'partly';
}

/** A title that ends with the ids of the rows that its test holds: `it('… [id, id]', …`. */
const title =
  /(?:\b(?:it|test|describe)|\))\(\s*(['"`])[^\n]*\[(\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)\]\1,/g;

/** Test file → ids in titles of its tests. */
const idsOfTests = new Map(
  globSync('{contract,insight,capture,server,web,sample,testing,e2e,bench}/**/*.test.{ts,tsx}', {
    cwd: root,
  }).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [path, [...text.matchAll(title)].flatMap(([, , ids = '']) => ids.split(', '))] as const;
  }),
);

it('each row that is met or partly met names a test with its id, or says what was read', () => {
  const claimed = rows.filter(({ state }) => isClaimed(state));
  const bare = claimed.filter(({ evidence, tests }) =>
    evidence.startsWith('by reading: ')
      ? !/`[^`]+`|\]\(|\*[A-Z][^*]+\*/.test(evidence)
      : tests.length === 0,
  );
  expect(bare.map(({ id }) => id)).toEqual([]);
});

it('each test that a row names is there, and a title in it has the id of the row', () => {
  const without = rows.flatMap(({ id, tests }) =>
    tests.filter((path) => !idsOfTests.get(path)?.includes(id)).map((path) => `${id} ${path}`),
  );
  expect(without).toEqual([]);
});

it('each id in the title of a test is of a row that names the test', () => {
  const named = new Map(rows.map(({ id, tests }) => [id, tests]));
  const unknown = [...idsOfTests].flatMap(([path, ids]) =>
    ids.filter((id) => !named.get(id)?.includes(path)).map((id) => `${path} [${id}]`),
  );
  expect(unknown).toEqual([]);
});

it('the inventory of keys names each purpose of a signature and of a seal [11.1.2]', async () => {
  const source = await readFile(join(root, 'server/platform/security/secrets.ts'), 'utf8');
  const unions = source.match(/^export type \w*Purpose =[^;]*;/gm) ?? [];
  const purposes = [...unions.join().matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
  expect(purposes.length).toBeGreaterThan(9);
  const inventory = page.slice(page.indexOf('## Data and keys'), page.indexOf('## OWASP ASVS'));
  expect(purposes.filter((purpose) => !inventory.includes(`\`${purpose}\``))).toEqual([]);
});

it('the tables that come from the code are current: npm run write-security [8.1.1, 16.1.1]', () => {
  const stale = readStaleLines().map(
    ({ file, line, isMissing }) =>
      `docs/${file} ${isMissing ? 'lacks' : 'has, but should not,'} ${line}`,
  );
  expect(stale, 'npm run write-security writes them').toEqual([]);
});
