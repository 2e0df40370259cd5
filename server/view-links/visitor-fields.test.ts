// Fields of the answers that visitors of links read: each has a decision in testing/visitor-fields.ts, and the visitor
// gets what was decided.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { testId, viewLinkId, workspaceId } from '#contract/ids.ts';
import type { ViewKind } from '#contract/view-links.ts';
import { createSecrets } from '#server/platform/security/secrets.ts';
import { type Decision, type Decisions, visitorCalls } from '#testing/visitor-fields.ts';
import { answerForVisitor } from './visitor-answers.ts';

interface Schema {
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
}

const viewed = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, row]) =>
    row.viewedBy ? [{ call: `${group}.${name}`, kinds: row.viewedBy, answer: row.answer }] : [],
  ),
);

const schemaOf = (answer: z.core.$ZodType): Schema =>
  z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) as Schema;

/** The schemas of an object's fields, with those of every alternative and of the items of a list. */
function fieldsOf({ anyOf = [], oneOf = [], items, properties = {} }: Schema): [string, Schema][] {
  return [
    ...Object.entries(properties),
    ...[...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap(fieldsOf),
  ];
}

/** The paths of all fields that hold no further fields, without the places of lists. */
function pathsOf(schema: Schema, above = ''): string[] {
  const paths = fieldsOf(schema).flatMap(([name, field]) => {
    const below = pathsOf(field, `${above}${name}.`);
    return below.length > 0 ? below : [`${above}${name}`];
  });
  return [...new Set(paths)];
}

const MARK = 'mark';

/** An answer in which the field at a path holds the mark, or a number or a truth that stands for it. */
function answerWith(schema: Schema, path: readonly string[]): unknown {
  const { anyOf, oneOf = anyOf, items, properties, type } = schema;
  if (oneOf) {
    const isOnPath = (each: Schema) => hasPath(each, path);
    const isValue = ({ type }: Schema) => type !== 'null';
    return answerWith(oneOf.find(isOnPath) ?? oneOf.find(isValue) ?? {}, path);
  }
  if (items) return [answerWith(items, path)];
  if (properties) {
    const entries = Object.entries(properties).map(([name, field]) => [
      name,
      answerWith(field, name === path[0] ? path.slice(1) : []),
    ]);
    return Object.fromEntries(entries);
  }
  if (schema.const !== undefined) return schema.const;
  if (type === 'integer' || type === 'number') return 7;
  return type === 'boolean' ? true : (schema.enum?.[0] ?? MARK);
}

function hasPath(schema: Schema, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return schema.type !== 'null';
  return fieldsOf(schema).some(([name, field]) => name === first && hasPath(field, rest));
}

/** The value at a path, of the first item of each list. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return valueAt(value[0], path);
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (value === null || typeof value !== 'object') return undefined;
  return valueAt((value as Record<string, unknown>)[first], rest);
}

const secrets = createSecrets('a secret of the test');
const id = '01890000-0000-7000-8000-000000000001';
const link = {
  ...{ id: viewLinkId.parse(id), testId: testId.parse(id), workspaceId: workspaceId.parse(id) },
  ...{ thingId: null, sessionId: null, clipId: null, withDownloads: false },
};

/** Returns the decision that visitor-answers.ts carries out for a field. */
function treatmentOf(schema: Schema, field: string, kinds: readonly ViewKind[]): Decision {
  const path = field.split('.');
  const answer = answerWith(schema, path);
  const isVisible = (names: { withNames: boolean; withTexts: boolean }) =>
    kinds.every((kind) => {
      const visible = answerForVisitor(answer, { view: { ...link, kind, ...names }, secrets });
      return valueAt(visible, path) === valueAt(answer, path);
    });
  if (!isVisible({ withNames: true, withTexts: true })) return 'replaced';
  if (!isVisible({ withNames: false, withTexts: true })) return 'withNames';
  return isVisible({ withNames: true, withTexts: false }) ? 'visible' : 'withTexts';
}

function decisionsByPath(decisions: Decisions, above = ''): [string, Decision][] {
  return Object.entries(decisions).flatMap(([name, decision]) =>
    typeof decision === 'string'
      ? [[`${above}${name}`, decision] as [string, Decision]]
      : decisionsByPath(decision, `${above}${name}.`),
  );
}

it('every call with viewedBy is decided in testing/visitor-fields.ts, with its kinds of links', () => {
  const decided = Object.entries(visitorCalls).map(([call, { kinds }]) => [call, kinds]);
  expect(decided).toEqual(viewed.map(({ call, kinds }) => [call, kinds]));
});

it.each(viewed)('each field that a visitor gets from $call is decided [8.2.3, 15.3.1]', (row) => {
  const { call, kinds, answer } = row;
  const decisions = visitorCalls[call]?.answer ?? {};
  if (typeof answer === 'string' || typeof decisions === 'string') {
    return expect(decisions).toBe(answer);
  }
  const schema = schemaOf(answer);
  const fields = new Set(pathsOf(schema));
  const decided = new Map(decisionsByPath(decisions));
  const problems = [...new Set([...fields, ...decided.keys()])].flatMap((field) => {
    const decision = decided.get(field);
    if (!fields.has(field)) return [`${call} has no field ${field}: remove its decision`];
    const treatment = treatmentOf(schema, field, kinds);
    if (decision === undefined) return [undecided(`${call}: ${field}`, treatment, kinds)];
    if (decision === 'withheld' || decision === treatment) return [];
    return [`${call}: ${field} is ${treatment} by visitor-answers.ts, but ${decision} by decision`];
  });
  expect(problems).toEqual([]);
});

function undecided(field: string, treatment: Decision, kinds: readonly ViewKind[]): string {
  const reader = `visitors of links for viewing (${kinds.join(', ')})`;
  return (
    `${field} has no decision, and reaches ${reader} (now: ${treatment}). Decide in testing/visitor-fields.ts: ` +
    'visible; or replaced, by its name in `emptied` of server/view-links/visitor-answers.ts; or withheld, by the ' +
    "call's handler (`caller.view ? … : …`)."
  );
}
