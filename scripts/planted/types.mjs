// Violations that the compiler must catch, each in the project of its folder: path, error, text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';

const PROOF_IMPORT =
  "import type { Authorized } from './proof.ts';\ntype Proof = Authorized<{ testId: string }>;\n";

/** Paths, error codes and texts of all violations. */
export const typePlants = [
  ['contract/document.ts', 'TS2584', 'export const a = document.title;\n'],
  ['contract/process.ts', 'TS2591', 'export const a = process.pid;\n'],
  ['insight/buffer.ts', 'TS2591', "export const a = Buffer.from('a');\n"],
  ['insight/window.ts', 'TS2304', 'export const a = window.name;\n'],
  ['capture/node.ts', 'TS2591', "import { join } from 'node:path';\nexport const a = join('a');\n"],
  ['server/document.ts', 'TS2584', 'export const a = document.title;\n'],
  ['web/node.ts', 'TS2591', "import { join } from 'node:path';\nexport const a = join('a');\n"],
  ['server/implicit-any.ts', 'TS7006', 'export const a = (b) => b;\n'],
  ['server/null.ts', 'TS18048', 'export const a = (b?: string) => b.length;\n'],
  [
    'server/index.ts',
    'TS18048',
    'export const a = (b: { c: number }[]) => { const d = b[0]; return d.c; };\n',
  ],
  ['server/optional.ts', 'TS2375', 'export const a: { b?: string } = { b: undefined };\n'],
  [
    'server/override.ts',
    'TS4114',
    'class A { b() { return 1; } }\nexport class C extends A { b() { return 2; } }\n',
  ],
  [
    'server/fall-through.ts',
    'TS7029',
    'export function a(b: number) { switch (b) { case 1: b.toFixed(); case 2: return 1; default: return 2; } }\n',
  ],
  ['server/return.ts', 'TS7030', 'export function a(b: boolean) { if (b) { return 1; } }\n'],
  [
    'server/erasable.ts',
    'TS1294',
    'export class A { constructor(private readonly b: number) { this.b; } }\n',
  ],
  ['server/extension.ts', 'TS2835', "import { a } from './clean';\nexport const b = a;\n"],
  [
    'server/type-import.ts',
    'TS1484',
    "import { BinaryLike } from 'node:crypto';\nexport const a = (b: BinaryLike) => b;\n",
  ],
  // The proof of permission, as the product has it.
  ...[
    ['spread', 'TS2741', 'export const b = (a: Proof): Proof => ({ ...a, testId: "other" });\n'],
    ['assign', 'TS2540', 'export const b = (a: Proof) => { a.testId = "other"; };\n'],
    ['literal', 'TS2741', 'export const b: Proof = { testId: "other" };\n'],
  ].map(([name, error, text]) => [`server/proof-${name}.ts`, error, PROOF_IMPORT + text]),
  [
    'server/unknown.ts',
    'TS18046',
    'export function a() { try { return 1; } catch (error) { return error.message; } }\n',
  ],
];

/** One file without errors for each project, and the product's own type of a proof. */
export const soundPlants = ['contract', 'insight', 'capture', 'server', 'web'].map((project) => [
  `${project}/clean.ts`,
  "export const a = 'sound';\n",
]);
export const ownFiles = [
  ['server/proof.ts', readFileSync(join(root, 'server/platform/access/proof.ts'), 'utf8')],
];
