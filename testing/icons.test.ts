// One set of icons at two sizes: lucide's, 16 px (size-4) in controls and text, 20 px (size-5) where they stand alone.
// What takes the place of a picture is drawn thin (strokeWidth) and is not held to that.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JSXAttributeItem, parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SIZES: ReadonlySet<string> = new Set(['4', '5']);

/** Icons in the code of a component that have another size, or none: 24 px then. A variable that holds one is called `Icon`. */
function oddIcons(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const icons = new Set(['Icon']);
  const odd: string[] = [];
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (source.value !== 'lucide-react') return;
      for (const { local } of specifiers) icons.add(local.name);
    },
    JSXOpeningElement({ name, attributes, start, end }) {
      if (name.type !== 'JSXIdentifier' || !icons.has(name.name)) return;
      const classes = attributes.find(
        (one) => one.type === 'JSXAttribute' && one.name.name === 'className',
      );
      const text = classes === undefined ? '' : code.slice(classes.start, classes.end);
      const sizes = [...text.matchAll(/\bsize-([\w./[\]-]+)/g)].map(([, size = '']) => size);
      if (attributes.some(isThin)) return;
      const isRight = sizes.length > 0 && sizes.every((size) => SIZES.has(size));
      if (!isRight) odd.push(`${file}: ${code.slice(start, end).replaceAll(/\s+/g, ' ')}`);
    },
  }).visit(program);
  return odd;
}

const isThin = (one: JSXAttributeItem) =>
  one.type === 'JSXAttribute' && one.name.name === 'strokeWidth';

it('every icon has one of two sizes', () => {
  const files = globSync('web/**/*.tsx', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((file) => oddIcons(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual(
    [],
  );
});

it.each([
  `import { Play } from 'lucide-react'; export const a = <Play className="size-6" />;`,
  `import { Play as Start } from 'lucide-react'; export const a = <Start aria-hidden />;`,
  `const Icon = choose(); export const a = <Icon className={on ? 'size-4' : 'size-4.5'} />;`,
])('a planted one is found: %s', (code) => {
  expect(oddIcons('planted.tsx', code)).toHaveLength(1);
});
