// The conformance table has no holes: every line has a check, every check a line, every quoted text
// is asserted to the letter, and docs/specification.md says what is checked.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  quotedTexts,
  readChecks,
  readLines,
  readSources,
  renderTable,
  TABLE_FILE,
} from './table.ts';

const lines = readLines();
const checks = readChecks();
const checked = new Set(checks.map(({ id }) => id));

describe('the conformance table', () => {
  it('has a check for every line that is not openly marked as unchecked', () => {
    const holes = lines.filter(({ id, unchecked }) => !unchecked && !checked.has(id));
    expect(holes.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
  });

  it('marks no line as unchecked that has a check', () => {
    const stale = lines.filter(({ id, unchecked }) => unchecked && checked.has(id));
    expect(stale.map(({ id }) => id)).toEqual([]);
  });

  it('has a line for every check, and each line once', () => {
    const ids = lines.map(({ id }) => id);
    expect(checks.filter(({ id }) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asserts every quoted text to the letter', () => {
    const missing = lines
      .filter(({ unchecked }) => !unchecked)
      .flatMap((line) =>
        quotedTexts(line)
          .filter((text) => !readSources(line.id.slice(0, 1)).includes(text))
          .map((text) => `${line.id} ${text}`),
      );
    expect(missing).toEqual([]);
  });

  it('is what docs/specification.md shows', () => {
    expect(readFileSync(TABLE_FILE, 'utf8')).toBe(renderTable(lines, checks));
    const open = lines.filter(({ unchecked }) => unchecked).map(({ id }) => id);
    if (open.length > 0) console.warn(`${open.length} lines have no check yet: ${open.join(', ')}`);
  });
});
