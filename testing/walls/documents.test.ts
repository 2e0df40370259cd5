// The documentation against the repository: files, links and settings that it names are there, decisions
// keep their form, and its words are plain.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const FOLDERS = 'contract,insight,capture,server,web,sample,testing,e2e,bench,scripts';

const pages = ['*.md', 'docs/*.md', 'docs/decisions/*.md'].flatMap((glob) =>
  globSync(glob, { cwd: root }),
);
const decisions = pages.filter((page) => /decisions\/\d/.test(page));

/** Pages that describe the code as it is now; decisions record what was true on their date. */
const CURRENT = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/tour.md',
  'docs/glossary.md',
  'docs/operate.md',
  'docs/security.md',
];

it.each(CURRENT)('%s names files that exist', (page) => {
  const sources = globSync(`{${FOLDERS}}/**/*.{ts,tsx,mjs,sql,json,css}`, { cwd: root });
  const names = new Set(sources.map((path) => basename(path)));
  const exists = (path: string) =>
    path.includes('/') ? existsSync(join(root, path)) : names.has(path);
  const named = [...read(page).matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|sql)|[a-z]\w*\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('/') || FOLDERS.split(',').includes(path.split('/')[0] ?? ''));
  expect(named.length).toBeGreaterThan(0);
  expect([...new Set(named)].filter((path) => !exists(path))).toEqual([]);
});

/** The fragment that a heading gets, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

it('links between pages lead to a file and a heading that exist', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path ? join(dirname(page), path) : page;
        if (!existsSync(join(root, target))) return true;
        if (anchor === undefined) return false;
        const headings = [...read(target).matchAll(/^#+ (.*)$/gm)];
        return !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it('operate.md has a row for each setting of server/platform/config/config.ts, and README no other', () => {
  const settings = [
    ...read('server/platform/config/config.ts').matchAll(/^\s+([A-Z][A-Z\d_]+): /gm),
  ].map(([, name]) => name);
  const rows = (page: string) => {
    const start = read(page).indexOf('\n## Configuration');
    const section = read(page).slice(start, read(page).indexOf('\n## ', start + 1));
    const cells = [...section.matchAll(/^\|([^|]*)\|/gm)].map(([, cell = '']) => cell).join(' ');
    return [...cells.matchAll(/`([A-Z\d_]+)`/g)].map(([, name]) => name);
  };
  expect(settings.length).toBeGreaterThan(30);
  expect(rows('docs/operate.md').toSorted()).toEqual(settings.toSorted());
  expect(rows('README.md').filter((name) => !settings.includes(name))).toEqual([]);
});

it.each(decisions)('%s has its parts in 150 to 250 words', (page) => {
  const text = read(page);
  expect(text).toMatch(new RegExp(`^# ${Number(basename(page).slice(0, 4))}\\. `));
  for (const part of ['**Status**: ', '## Context', '## Decision', '## Consequences']) {
    expect(text).toContain(`\n${part}`);
  }
  const words = text.split(/\s+/).filter(Boolean).length;
  expect(words).toBeGreaterThanOrEqual(150);
  expect(words).toBeLessThanOrEqual(250);
});

it('the index of decisions names each page once, under its title', () => {
  const index = read('docs/decisions/README.md');
  const lines = decisions.map(
    (page) => `- [${read(page).split('\n')[0]?.slice(2)}](${basename(page)})`,
  );
  expect([...index.matchAll(/^- .*$/gm)].map(([line]) => line).toSorted()).toEqual(
    lines.toSorted(),
  );
});
