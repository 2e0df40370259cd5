// Plain words: what texts, comments and messages of the repository do not use, and what to write instead.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** A pattern and the plain form. `nobody` is also a user's name on Unix, in quotes or after 'user'. */
const unplain: [RegExp, string][] = [
  [/\bwhoever\b/i, 'name the role: the caller, the participant, the owner'],
  [/(?<![`'"]|user |nor )\bnobody\b(?![`'"])/i, 'no one, or a sentence about what does happen'],
  [/\bsomebody\b/i, 'a person, a member, a participant'],
  [/\banew\b/i, 'again'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'hears, receives, gets a message'],
  [/\bby itself\b/i, 'automatically, without a reload, alone'],
  [/\bproduct description\b|\(reading \d/i, 'the rule: that document is not in the repository'],
];

const PLAIN = [
  '*.md',
  'docs/**/*.md',
  'bench/**/*.ts',
  'capture/**/*.ts',
  'contract/**/*.ts',
  'e2e/**/*.{ts,json}',
  'insight/**/*.ts',
  'sample/**/*.{ts,js}',
  'scripts/**/*.mjs',
  'server/**/*.ts',
  'testing/**/*.ts',
  'web/**/*.{ts,tsx,css}',
];
const THIS = 'testing/walls/words.test.ts';

function unplainIn(text: string, file: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      unplain
        .filter(([pattern]) => pattern.test(line))
        .map(([, instead]) => `${file}:${index + 1}: ${line.trim()} (${instead})`),
    );
}

it.each(PLAIN)('%s is written in plain words', (glob) => {
  const files = globSync(glob, { cwd: ROOT }).filter((file) => file !== THIS);
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((file) => unplainIn(readFileSync(join(ROOT, file), 'utf8'), file));
  expect(found).toEqual([]);
});

it.each([
  '// Whoever calls',
  'Nobody waits, as somebody would',
  'The page is told of changes',
  'is made anew by itself',
  'Names decide nothing (reading 10).',
])('a planted line is found: %s', (line) => {
  expect(unplainIn(line, 'planted.ts')).not.toEqual([]);
});

it('the Unix user keeps its name', () => {
  expect(unplainIn('runs as `nobody`, a user nobody', 'planted.md')).toEqual([]);
});
