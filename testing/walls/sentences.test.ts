// Comments are sentences or noun phrases, names are no participles, and files begin with a sentence about themselves.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const CODE =
  '{contract,insight,capture,server,sample,web,testing,e2e,bench,scripts}/**/*.{ts,tsx,mjs}';
const MIGRATIONS = 'server/platform/db/migrations/*.sql';

/** First words of a comment that is part of a sentence which the reader has to guess. */
const FRAGMENT =
  /^(?:Of|Null|False|True:|That|Its|Whose|For those|None|What|Which|How|Whether|Whom)\b/;
/** Participles that mean something else in each file, as a whole name or as its first word. */
const PARTICIPLE =
  /^(?:[Aa]sked|[Hh]eard|[Kk]ept|[Mm]ade|[Nn]oted|[Ss]aid|[Ss]hown|[Tt]old)(?:$|[A-Z])/;
const PLAIN_NAME =
  'A name says what the thing is or does: a noun (request instead of asked, notification instead of told) or a verb and ' +
  'a noun (visibleFields instead of shown, createTest instead of made).';
/** Files whose names are those of stored columns and fields, which stay. */
const STORED = /^server\/(?:platform\/db\/tables|media\/mp4-tables)\.ts$/;

interface Comment {
  text: string;
  line: number;
}

/** Returns each comment of a source, consecutive `//` lines as one. */
function commentsIn(file: string, code: string): Comment[] {
  const lineOf = (at: number) => code.slice(0, at).split('\n').length;
  const found: (Comment & { end: number; isLine: boolean })[] = [];
  for (const { type, value, start } of parseSync(file, code).comments) {
    const line = lineOf(start);
    const text = value.replaceAll(/^[\s*]+/gm, '');
    const last = found.at(-1);
    const beginsLine = code.slice(code.lastIndexOf('\n', start) + 1, start).trim() === '';
    if (type === 'Line' && beginsLine && last?.isLine && last.end === line - 1) {
      last.text += ` ${text}`;
      last.end = line;
    } else {
      found.push({ text, line, end: line + value.split('\n').length - 1, isLine: type === 'Line' });
    }
  }
  return found;
}

function fragmentsIn(file: string, code: string): string[] {
  return commentsIn(file, code)
    .filter(({ text }) => FRAGMENT.test(text))
    .map(({ text, line }) => `${file}:${line}: ${text.split('\n')[0]}`);
}

/** Comments of a migration: lines in a row are one. */
function fragmentsInSql(file: string, code: string): string[] {
  return code.split('\n').flatMap((line, index, lines) => {
    const text = /^\s*-- (.*)$/.exec(line)?.[1];
    const isFirst = !/^\s*--/.test(lines[index - 1] ?? '');
    return text !== undefined && isFirst && FRAGMENT.test(text)
      ? [`${file}:${index + 1}: ${text}`]
      : [];
  });
}

/** A node of a syntax tree, as far as names are read from it. */
interface Node {
  type: string;
  name?: unknown;
  left?: unknown;
  argument?: unknown;
  elements?: readonly unknown[];
  properties?: readonly Property[];
  key?: unknown;
  id?: unknown;
  params?: unknown;
  computed?: unknown;
}

/** A property of an object pattern; a shorthand has the name that the object gives it. */
interface Property extends Node {
  shorthand?: boolean;
  value?: unknown;
}

/** Returns the patterns of a pattern in which names are declared. */
function partsOf(node: Node | null | undefined): readonly unknown[] {
  switch (node?.type) {
    case 'AssignmentPattern':
      return [node.left];
    case 'RestElement':
      return [node.argument];
    case 'ArrayPattern':
      return node.elements ?? [];
    case 'ObjectPattern':
      return (node.properties ?? [])
        .filter(({ shorthand }) => !shorthand)
        .map((property) => property.value ?? property);
    default:
      return [];
  }
}

/** Returns names that a source declares: variables, parameters, functions, types, members of types. */
function namesIn(file: string, code: string): string[] {
  const names: string[] = [];
  const add = (value: unknown): void => {
    const node = value as Node | null | undefined;
    if (node?.type === 'Identifier' && typeof node.name === 'string') names.push(node.name);
    partsOf(node).forEach(add);
  };
  const addDeclaration = (value: unknown) => {
    const { id, params } = value as Node;
    add(id);
    if (Array.isArray(params)) params.forEach(add);
  };
  const addMember = (value: unknown) => {
    const { key, computed } = value as Node;
    if (computed !== true) add(key);
  };
  new Visitor({
    VariableDeclarator: addDeclaration,
    FunctionDeclaration: addDeclaration,
    ArrowFunctionExpression: addDeclaration,
    FunctionExpression: addDeclaration,
    TSInterfaceDeclaration: addDeclaration,
    TSTypeAliasDeclaration: addDeclaration,
    ClassDeclaration: addDeclaration,
    TSPropertySignature: addMember,
    TSMethodSignature: addMember,
    PropertyDefinition: addMember,
    MethodDefinition: addMember,
  }).visit(parseSync(file, code).program);
  return names;
}

const isParticiple = (name: string) => PARTICIPLE.test(name);

/** Returns whether a word of the file's name is one of the participles. */
function isParticipleFile(file: string): boolean {
  return basename(file)
    .split(/[-.]/)
    .some((word) => isParticiple(word));
}

/** Returns whether a source begins with a comment about the file, below a line that names its program. */
function beginsWithSentence(code: string): boolean {
  return /^(?:#!.*\n)?\/\/ (?!biome-ignore)\S+ \S+/.test(code);
}

const sources = () => globSync(CODE, { cwd: ROOT }).filter((file) => !file.includes('/fixtures/'));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

it('no comment begins as a fragment', () => {
  expect(sources().length).toBeGreaterThan(1000);
  expect(sources().flatMap((file) => fragmentsIn(file, read(file)))).toEqual([]);
});

it('no comment of a migration begins as a fragment', () => {
  const files = globSync(MIGRATIONS, { cwd: ROOT });
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((file) => fragmentsInSql(file, read(file)))).toEqual([]);
});

it('no name is a participle', () => {
  const files = sources().filter((file) => !STORED.test(file));
  const found = files.flatMap((file) =>
    [...new Set(namesIn(file, read(file)))].filter(isParticiple).map((name) => `${file}: ${name}`),
  );
  expect(found, PLAIN_NAME).toEqual([]);
});

it('every file begins with a sentence about itself', () => {
  expect(sources().filter((file) => !beginsWithSentence(read(file)))).toEqual([]);
});

it('no file is named by a participle', () => {
  expect(sources().filter(isParticipleFile)).toEqual([]);
});

it.each([
  ["import { a } from './a.ts';", false],
  ['/** The number of pieces. */', false],
  ['// biome-ignore lint: planted', false],
  ['// Settings.', false],
  ['#!/usr/bin/env node\n// Starts the server.', true],
])('finds a file without a sentence: %s', (code, isOne) => {
  expect(beginsWithSentence(code)).toBe(isOne);
});

it.each([
  ['server/notes/noted.db.ts', true],
  ['web/clip/clips-shown.tsx', true],
  ['server/stored-index.ts', false],
])('finds a file named by a participle: %s', (file, isOne) => {
  expect(isParticipleFile(file)).toBe(isOne);
});

it.each([
  ['/** Of a card. */', ''],
  ['// Whether it is.\n// And more.', ''],
  ['const asked = 1;', 'asked'],
  ['function keptIndex() {}', 'keptIndex'],
  ['const f = (told = 1) => told;', 'told'],
  ['interface A { shownBy: string }', 'shownBy'],
  ['const { request: asked } = a;', 'asked'],
  ['const [{ a }, ...kept] = b;', 'kept'],
])('finds what is planted: %s', (code, name) => {
  if (name) expect(namesIn('planted.ts', code).filter(isParticiple)).toEqual([name]);
  else expect(fragmentsIn('planted.ts', code)).toHaveLength(1);
});

it('finds a planted line of a migration', () => {
  expect(fragmentsInSql('planted.sql', 'SELECT 1;\n-- Of a test.\n-- That is all.')).toHaveLength(
    1,
  );
});
