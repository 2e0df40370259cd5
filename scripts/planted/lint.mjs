// Violations that the linter must catch: path, rule, text.
const RESTRICTED = 'style/noRestrictedImports';

/** Returns a file that imports one thing, for the walls between folders. */
const importing = (path, source) => [
  path,
  RESTRICTED,
  `import { thing } from '${source}';\nexport const planted = thing;\n`,
];

/** Folders of the server that rooms may import. */
const BELOW_ROOMS = ['media', 'prototypes', 'storage'];

const walls = [
  importing('contract/node.ts', 'node:path'),
  importing('contract/package.ts', 'react'),
  importing('contract/classic.ts', 'zod'),
  importing('contract/server.ts', '#server/platform/config/config.ts'),
  importing('insight/node.ts', 'node:fs'),
  importing('insight/web.ts', '#web/routes.tsx'),
  importing('capture/react.ts', 'react'),
  importing('capture/devices/outside.ts', '../../server/platform/config/config.ts'),
  importing('capture/server.ts', '#server/platform/config/config.ts'),
  importing('capture/package.ts', 'mediabunny'),
  importing('capture/classic.ts', 'zod'),
  importing('web/features/one/sibling.ts', '../two/two.ts'),
  importing('web/features/one/other.ts', '#web/features/two/two.ts'),
  importing('web/features/one/page.ts', '#web/test-page/test.page.tsx'),
  importing('web/features/one/server.ts', '#server/platform/config/config.ts'),
  importing('web/features/one/node.ts', 'node:fs'),
  importing('web/entities/one/feature.ts', '#web/features/one/one.ts'),
  importing('web/entities/one/above.ts', '../../features/one/one.ts'),
  importing('web/entities/one/server.ts', '#server/platform/config/config.ts'),
  importing('web/lib/feature.ts', '#web/features/one/one.ts'),
  importing('web/lib/entity.ts', '#web/entities/one/one.ts'),
  importing('web/lib/above.ts', '../entities/one/one.ts'),
  importing('web/ui/lib.ts', '#web/lib/api.ts'),
  importing('web/ui/server.ts', '#server/platform/config/config.ts'),
  importing('server/one/sibling.ts', '../two/two.ts'),
  importing('server/one/other.ts', '#server/two/two.ts'),
  importing('server/one/one.service.ts', '#server/two/two.service.ts'),
  importing('server/one/two.service.ts', '#server/platform/db/tables.ts'),
  importing('server/one/one.routes.ts', './one.db.ts'),
  importing('server/one/two.routes.ts', '#server/two/two.db.ts'),
  importing('server/one/three.routes.ts', '#server/platform/db/tables.ts'),
  importing('server/one/web.ts', '#web/routes.tsx'),
  importing('server/one/capture.ts', '#capture/devices/devices.ts'),
  importing('server/platform/http/room.ts', '#server/one/one.db.ts'),
  importing('server/platform/http/parts.ts', '#server/parts.ts'),
  ...BELOW_ROOMS.map((folder) => importing(`server/${folder}/room.ts`, '#server/one/one.db.ts')),
];

/** A mutation without its hook in every part of the browser. */
const changes = ['web', 'web/test-page', 'web/features/one', 'web/entities/one', 'web/lib'].map(
  (folder) => [
    `${folder}/mutation.ts`,
    RESTRICTED,
    "import { useMutation } from '@tanstack/react-query';\nexport const planted = useMutation;\n",
  ],
);

const lines = (count) => Array.from({ length: count }, (_, n) => `use(${n});`).join('\n');
const nested = `export function f(a: number[]) {
  for (const b of a) { if (b) { for (const c of a) { if (c) { for (const d of a) { if (d && b) { return d; } } } } } }
  return 0;
}\n`;

const code = [
  ['server/BadName.ts', 'style/useFilenamingConvention', 'export const a = 1;\n'],
  ['server/snake_case.ts', 'style/useFilenamingConvention', 'export const a = 1;\n'],
  ['server/any.ts', 'suspicious/noExplicitAny', 'export const a = (b: any) => b;\n'],
  ['server/default.ts', 'style/noDefaultExport', 'export default 1;\n'],
  [
    'server/non-null.ts',
    'style/noNonNullAssertion',
    'export const a = (b?: string) => b!.length;\n',
  ],
  ['server/enum.ts', 'style/noEnum', 'export enum A { B }\n'],
  ['server/barrel.ts', 'performance/noBarrelFile', "export { a } from './any.ts';\n"],
  ['server/all.ts', 'performance/noReExportAll', "export * from './any.ts';\n"],
  [
    'server/floating.ts',
    'nursery/noFloatingPromises',
    'async function a() { return 1; }\nexport function b() { a(); }\n',
  ],
  [
    'server/misused.ts',
    'nursery/noMisusedPromises',
    'async function a() { return true; }\nexport function b() { if (a()) return 1; return 2; }\n',
  ],
  [
    'server/cycle-one.ts',
    'suspicious/noImportCycles',
    "import { b } from './cycle-two.ts';\nexport const a = () => b;\n",
  ],
  [
    'server/cycle-two.ts',
    'suspicious/noImportCycles',
    "import { a } from './cycle-one.ts';\nexport const b = () => a;\n",
  ],
  [
    'server/type-one.ts',
    'suspicious/noImportCycles',
    "import type { B } from './type-two.ts';\nexport type A = B | null;\n",
  ],
  [
    'server/type-two.ts',
    'suspicious/noImportCycles',
    "import type { A } from './type-one.ts';\nexport type B = A | string;\n",
  ],
  [
    'server/one/forged.ts',
    'correctness/noPrivateImports',
    "import { authorized } from '#server/platform/access/proof.ts';\nexport const a = authorized({ testId: 1 });\n",
  ],
  [
    'server/long-file.ts',
    'style/noExcessiveLinesPerFile',
    `function use(_n: number) {}\n${lines(401)}\n`,
  ],
  [
    'server/long-function.ts',
    'complexity/noExcessiveLinesPerFunction',
    `const use = (n: number) => n;\nexport function a() {\n${lines(81)}\n}\n`,
  ],
  ['server/complex.ts', 'complexity/noExcessiveCognitiveComplexity', nested],
  [
    'server/parameters.ts',
    'complexity/useMaxParams',
    'export const a = (b: number, c: number, d: number, e: number) => b + c + d + e;\n',
  ],
  [
    'server/undeclared.ts',
    'correctness/noUndeclaredDependencies',
    "import { a } from 'not-in-package-json';\nexport const b = a;\n",
  ],
  ['server/unused-import.ts', 'correctness/noUnusedImports', "import { a } from './any.ts';\n"],
  [
    'server/unused.ts',
    'correctness/noUnusedVariables',
    'export function a() { const b = 1; return 2; }\n',
  ],
  ['server/console.ts', 'suspicious/noConsole', "console.log('planted');\n"],
  ['server/empty.ts', 'suspicious/noEmptyBlockStatements', 'try { JSON.parse("1"); } catch {}\n'],
  ['server/throw.ts', 'style/useThrowOnlyError', "export function a() { throw 'text'; }\n"],
  [
    'server/assign.ts',
    'style/noParameterAssign',
    'export function a(b: number) { b = 1; return b; }\n',
  ],
  [
    'server/protocol.ts',
    'style/useNodejsImportProtocol',
    "import { join } from 'path';\nexport const a = join('a');\n",
  ],
  [
    'server/import-type.ts',
    'style/useImportType',
    "import { Dirent } from 'node:fs';\nexport type A = Dirent;\n",
  ],
  ['web/features/one/storage.ts', 'style/noRestrictedGlobals', "localStorage.setItem('a', 'b');\n"],
  [
    'web/ui/effect.tsx',
    'correctness/useExhaustiveDependencies',
    "import { useEffect } from 'react';\nexport function A({ b }: { b: () => void }) {\n  useEffect(() => b(), []);\n  return null;\n}\n",
  ],
  [
    'web/ui/hook.tsx',
    'correctness/useHookAtTopLevel',
    "import { useState } from 'react';\nexport function A({ b }: { b: boolean }) {\n  if (b) useState(1);\n  return null;\n}\n",
  ],
  [
    'web/ui/label.tsx',
    'a11y/useButtonType',
    'export function A() {\n  return <button>a</button>;\n}\n',
  ],
  [
    'server/focused.test.ts',
    'suspicious/noFocusedTests',
    "import { it } from 'vitest';\nit.only('a', () => 1);\n",
  ],
  [
    'server/skipped.test.ts',
    'suspicious/noSkippedTests',
    "import { it } from 'vitest';\nit.skip('a', () => 1);\n",
  ],
];

/** Paths, rules and texts of all violations. */
export const lintPlants = [...walls, ...changes, ...code];

/** Code that obeys every rule, because a check that complains about all files would prove nothing. */
export const cleanPlants = [
  [
    'server/platform/access/proof.ts',
    '/** @package */\nexport const authorized = <T>(value: T) => value;\n',
  ],
  [
    'server/platform/access/checked.ts',
    "import { authorized } from './proof.ts';\n\nexport const checked = authorized(1);\n",
  ],
  ['contract/clean.ts', "import { z } from 'zod/mini';\n\nexport const clean = z.string();\n"],
  [
    'server/one/clean.service.ts',
    "import { clean } from '#contract/clean.ts';\n\nexport const cleaner = clean.brand();\n",
  ],
];
