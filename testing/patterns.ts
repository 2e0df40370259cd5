// Every regular expression that may see input: those written in the sources, and those that Zod brings for the
// formats of the endpoint table.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

export interface Pattern {
  source: string;
  flags: string;
  /** File and line of the pattern. */
  place: string;
}

const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{contract,insight,capture,server,sample,web}/**/*.{ts,tsx,js}';
const NO_SOURCE = /\.(?:test|fixture|conformance)\.tsx?$/;

export function patternsOfSources(): Pattern[] {
  return globSync(SOURCES, { cwd: ROOT })
    .filter((file) => !NO_SOURCE.test(file))
    .flatMap((file) => patternsIn(readFileSync(join(ROOT, file), 'utf8'), file));
}

/** @throws Error for a pattern that is put together while the program runs: it can't be judged here. */
export function patternsIn(code: string, file: string): Pattern[] {
  const found: Pattern[] = [];
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const refuse = ({ callee }: { callee: object }) => {
    if ('name' in callee && callee.name === 'RegExp')
      throw new Error(`${file}: write the pattern as a literal`);
  };
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ source: pattern, flags, place: `${file} /${pattern}/${flags}` });
    },
    NewExpression: refuse,
    CallExpression: refuse,
  }).visit(program);
  return found;
}

/** Patterns of the formats that schemas of parameters, queries and bodies name. */
export function patternsOfContract(): Pattern[] {
  const seen = new Set<unknown>();
  const found: Pattern[] = [];
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof RegExp) {
      found.push({ source: value.source, flags: value.flags, place });
      return;
    }
    const def = '_zod' in value ? (value as z.core.$ZodType)._zod.def : value;
    for (const inner of Object.values(def)) walk(inner, place);
  };
  for (const [group, rows] of Object.entries(api)) {
    for (const [name, row] of Object.entries(rows as Record<string, Endpoint>)) {
      for (const part of [row.params, row.query, row.body]) walk(part, `${group}.${name}`);
    }
  }
  return found;
}
