// Faults that `npm run mutate` plants: each replaces a part of a file's text.
import { parseSync, visitorKeys } from 'oxc-parser';

const SWAPS = swaps({
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
});

/** Operators that are texts in Kysely's conditions. */
const TEXT_SWAPS = swaps({
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '!=',
  is: 'is not',
  'is not': 'is',
  asc: 'desc',
  desc: 'asc',
});

/** Parts of SQL texts. */
const SQL_PART = / (?:<=|>=|<|>|AND|OR) |\b(?:min|max|least|greatest)\(/g;
const SQL_SWAPS = swaps({
  ...TEXT_SWAPS,
  '=': '<>',
  AND: 'OR',
  OR: 'AND',
  'min(': 'max(',
  'max(': 'min(',
  'least(': 'greatest(',
  'greatest(': 'least(',
});

const METHOD_SWAPS = swaps({ min: 'max', max: 'min', some: 'every', every: 'some' });

/** Calls in a chain that can be left out: conditions of queries, filters, orders. */
const LEFT_OUT = new Set(['where', 'whereRef', 'having', 'filter', 'orderBy']);

/** Names of code that changes no result: logs, messages, and hints of speed. */
const HINT = /priority|timeout|concurren|cache|log\b|Error$/i;

/** Returns the faults of a file: `start`, `end` and `text` of the replacement, its line and a description. */
export function faultsOf(file, source) {
  const faults = [];
  const add = ({ start, end }, text, what) => {
    const line = source.slice(0, start).split('\n').length;
    const change = `${what}: \`${excerpt(source.slice(start, end))}\` → \`${excerpt(text)}\``;
    faults.push({ line, start, end, text, change });
  };
  walk(parseSync(file, source).program, [], (node, parents) =>
    plant(node, parents, { add, source }),
  );
  return faults;
}

function excerpt(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 60);
}

/** A table without the prototype's names, because names of methods are looked up in it. */
function swaps(entries) {
  return Object.assign(Object.create(null), entries);
}

function walk(node, parents, visit) {
  if (node === null || typeof node !== 'object' || isUnchanged(node)) return;
  visit(node, parents);
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) walk(child, [node, ...parents], visit);
  }
}

/** Returns whether a node gets no faults: types, imports, and code that changes no result. */
function isUnchanged(node) {
  if (/^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|^Import/.test(node.type))
    return true;
  const name =
    node.key?.name ?? node.id?.name ?? node.callee?.name ?? node.callee?.property?.name ?? '';
  return (
    HINT.test(name) ||
    HINT.test(node.callee?.object?.name ?? node.callee?.object?.property?.name ?? '')
  );
}

const PLANTS = {
  BinaryExpression: plantOperator,
  LogicalExpression: plantOperator,
  IfStatement: plantCondition,
  ConditionalExpression: plantCondition,
  Literal: plantLiteral,
  ExpressionStatement(node, _parents, { add }) {
    const { expression } = node;
    const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
    if (call.type === 'CallExpression') add(node, ';', 'removed');
  },
  CallExpression(node, _parents, { add }) {
    const { object, property } = node.callee;
    if (property === undefined) return;
    if (LEFT_OUT.has(property.name)) add({ start: object.end, end: node.end }, '', 'left out');
    const swap = METHOD_SWAPS[property.name];
    if (swap) add(property, swap, 'swapped');
  },
  ReturnStatement({ argument }, _parents, { add }) {
    const isList =
      argument?.type === 'ArrayExpression' ||
      /^(?:map|filter|flatMap|toSorted)$/.test(argument?.callee?.property?.name);
    if (isList) add(argument, '[]', 'empty');
  },
  BlockStatement({ start, body }, [parent], { add }) {
    const isFunction = /Function/.test(parent.type) && body.length > 0;
    if (isFunction && !body.some(({ type }) => type === 'ReturnStatement'))
      add({ start, end: start + 1 }, '{ return;', 'returns early');
  },
  TemplateElement(node, [, tagged], { add, source }) {
    if (!/^sql\b/.test(source.slice(tagged?.tag?.start, tagged?.tag?.end)) || !tagged?.tag) return;
    for (const { 0: part, index } of source.slice(node.start, node.end).matchAll(SQL_PART)) {
      const range = { start: node.start + index, end: node.start + index + part.length };
      add(range, part.replace(part.trim(), SQL_SWAPS[part.trim()]), 'SQL');
    }
  },
};

function plant(node, parents, tools) {
  PLANTS[node.type]?.(node, parents, tools);
}

function plantOperator({ left, right, operator }, _parents, { add, source }) {
  const swap = SWAPS[operator];
  const isText = [left, right].some(
    (side) => side.type === 'TemplateLiteral' || typeof side.value === 'string',
  );
  if (!swap || (isText && operator === '+')) return;
  const start = source.indexOf(operator, left.end);
  add({ start, end: start + operator.length }, swap, 'swapped');
}

function plantCondition({ test }, _parents, { add, source }) {
  const text = source.slice(test.start, test.end);
  add(test, `!(${text})`, 'negated');
  add(test, `(${text}) && false`, 'never');
  add(test, `(${text}) || true`, 'always');
}

function plantLiteral({ value, ...range }, [parent], { add }) {
  if (typeof value === 'boolean') add(range, String(!value), 'swapped');
  if (typeof value === 'number') add(range, String(value + 1), 'by one');
  const swap = parent.type === 'CallExpression' ? TEXT_SWAPS[value] : undefined;
  if (swap) add(range, `'${swap}'`, 'swapped');
}
