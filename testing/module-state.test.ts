// No module of these folders holds state. What changes while a server runs is in Parts, so that two servers in one
// process share nothing, and test files that run one after the other in a process (test-processes.ts) don't either.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const NO_MODULE = /\.(?:test|fixture|conformance)\.ts$/;

/** Classes whose instances never change. */
const FIXED: ReadonlySet<string> = new Set([
  'Error',
  'Intl',
  'RegExp',
  'TextDecoder',
  'TextEncoder',
  'URL',
]);

/** Returns the variables and static fields that a module declares outside its functions and that can hold state. */
function stateIn(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  return program.body
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .flatMap((declared): Declared[] => {
      if (declared?.type === 'VariableDeclaration' && !declared.declare) {
        const isConstant = declared.kind === 'const';
        return declared.declarations.map(({ id, init }) => ({ name: id, value: init, isConstant }));
      }
      if (declared?.type !== 'ClassDeclaration') return [];
      return declared.body.body.flatMap((member) =>
        member.type === 'PropertyDefinition' && member.static
          ? [{ name: member, value: member.value, isConstant: member.readonly === true }]
          : [],
      );
    })
    .map((one) => ({ ...one, text: code.slice(one.name.start, one.name.end) }))
    .filter(({ text, value, isConstant }) => !isConstant || (!isFixed(text) && isState(value)))
    .map(({ text }) => `${file}: ${text}`);
}

interface Declared {
  name: { start: number; end: number };
  value: Expression | null;
  isConstant: boolean;
}

const isFixed = (text: string) => /: (?:Readonly|readonly )/.test(text);

function isState(value: Expression | null): boolean {
  if (value?.type === 'ArrayExpression') return value.elements.length === 0;
  if (value?.type === 'ObjectExpression') return value.properties.length === 0;
  if (value?.type !== 'NewExpression') return false;
  const callee = value.callee.type === 'MemberExpression' ? value.callee.object : value.callee;
  const isEmpty = value.arguments.length === 0;
  if (callee.type !== 'Identifier') return true;
  return !(FIXED.has(callee.name) || (callee.name === 'Uint8Array' && isEmpty));
}

describe('modules of the server and of what it shares with browsers', () => {
  const files = globSync('{contract,insight,sample,server}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !NO_MODULE.test(file),
  );

  it('hold no state at their top level', () => {
    expect(files).toEqual(expect.arrayContaining(['server/parts.ts', 'contract/api.ts']));
    expect(files.flatMap((file) => stateIn(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual(
      [],
    );
  });
});

describe('the check', () => {
  it.each([
    'const ends = new KeyQueue();',
    'export const cache = new LRUCache<string, string>({ max: 10 });',
    'const known = new Map<string, string>();',
    'const seen = new Set([1, 2]);',
    'const waiting: (() => void)[] = [];',
    'const answers = {};',
    'let running = 0;',
    'export let last: string | null = null;',
    'var count = 1;',
    'const rate = new RateLimiterMemory({ points: 1, duration: 1 });',
    'const calls = new AsyncLocalStorage();',
    'export class Rates { static readonly #known = new Map(); }',
    'class Turns { static running = 0; }',
  ])('finds: %s', (code) => {
    expect(stateIn('planted.ts', code)).toHaveLength(1);
  });

  it.each([
    "const kinds: ReadonlySet<string> = new Set(['a']);",
    "const names = ['a', 'b'] as const;",
    'const LIMIT_MS = 5;',
    'const number = new Intl.NumberFormat();',
    'export function open() { const known = new Map(); return known; }',
    'declare const proof: unique symbol;',
  ])('passes: %s', (code) => {
    expect(stateIn('planted.ts', code)).toEqual([]);
  });
});
