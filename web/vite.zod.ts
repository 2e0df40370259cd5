// A smaller Zod for browsers: without JSON Schema, values that contain themselves, methods that no schema of ours
// calls, and compiled schemas.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const schemaCode = /\/zod\/v4\/classic\/schemas\.js$/;

/** Each keeps code of its own in every page: together 6 kB of what a participant waits for. */
const unused = [
  ...[
    'url',
    'jwt',
    'emoji',
    'guid',
    'uuidv4',
    'uuidv6',
    'uuidv7',
    'nanoid',
    'cuid',
    'cuid2',
    'ulid',
  ],
  ...['base64', 'base64url', 'xid', 'ksuid', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6', 'e164'],
  ...['date', 'time', 'duration', 'lowercase', 'uppercase', 'includes', 'startsWith', 'endsWith'],
  ...['normalize', 'toUpperCase', 'slugify', 'and', 'prefault', 'exactOptional', 'nonoptional'],
  ...['keyof', 'catchall', 'passthrough', 'loose', 'strict', 'safeExtend', 'merge', 'partial'],
  ...['exactPartial', 'required', 'validate', 'validateAsync', 'safeEncode', 'safeDecode'],
  ...['encodeAsync', 'decodeAsync', 'safeEncodeAsync', 'safeDecodeAsync'],
];

/**
 * Zod's methods refer to all formats and combinations it knows. These throw here, with their name: a page whose
 * schema calls one does not start, in the first journey that opens it.
 * @throws Error at the build when Zod writes a method in another way than this expects.
 */
export function zodWithoutUnusedMethods(): Plugin {
  return {
    name: 'zod-without-unused-methods',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!schemaCode.test(id)) return null;
      const lines = (await readFile(id, 'utf8')).split('\n');
      const text = unused.reduce(withoutMethod, lines).join('\n');
      // Compiled schemas are off (schemas-without-eval.ts), their code goes too.
      const compiled = 'core.$ZodObjectJIT.init';
      if (!text.includes(compiled)) throw new Error(`Zod's code has no ${compiled}.`);
      return text.replace(compiled, 'core.$ZodObject.init');
    },
  };
}

/** The lines of a method of a prototype: four spaces deep, its body eight. */
function withoutMethod(lines: readonly string[], name: string): string[] {
  const from = lines.findIndex((line) => methodHead.exec(line)?.[1] === name);
  const to = lines.indexOf('    },', from);
  if (from < 0 || to < 0) throw new Error(`Zod's code has no method ${name}.`);
  return [
    ...lines.slice(0, from),
    `    ${name}() { throw new Error('Zod’s ${name} is left out of the browser build'); },`,
    ...lines.slice(to + 1),
  ];
}

/** Some are written as `name: async function`. */
const methodHead = /^ {4}(?:async )?(\w+)(?:: (?:async )?function|\()/;

const jsonSchemaCode = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const memoizerCode = /\/zod\/v4\/core\/memoizer\.js$/;
const withoutMemory = `
  export const memoizer = () => undefined;
  export const isBackEdge = () => false;
  export const isRecursiveSchema = () => false;
`;
const exported = /^export (?:const|function) (\w+)/gm;

/**
 * Zod's schemas refer to code that turns them into JSON Schema, which only the server asks for:
 * 5 kB of every page. Its functions throw here; those that make methods make one that throws. And to code
 * for values that contain themselves, which JSON has not: 1 kB.
 */
export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (memoizerCode.test(id)) return withoutMemory;
      if (!jsonSchemaCode.test(id)) return null;
      const text = await readFile(id, 'utf8');
      const names = [...text.matchAll(exported)].map(([, name = '']) => name);
      return [
        `const refuse = () => { throw new Error('JSON Schema is left out of the browser build'); };`,
        ...names.map((name) => {
          const value = name.startsWith('create') ? '() => refuse' : 'refuse';
          return `export const ${name} = ${value};`;
        }),
      ].join('\n');
    },
  };
}
