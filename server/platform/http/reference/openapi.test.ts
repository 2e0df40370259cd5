// The API reference contains every row of the table, with errors and permission.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { schemaOf } from './examples.ts';
import { openApiDocument } from './openapi.ts';
import { rawAnswerExamples } from './raw-answer-examples.ts';
import { requestExamples } from './request-examples.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into by path.
const document = openApiDocument('http://127.0.0.1:3000') as any;

const rows = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, row]) => [`${group}.${name}`, row] as const,
  ),
);

it.each(rows)('%s is described [2.1.1]', (id, row) => {
  const path = row.path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path][row.method.toLowerCase()];
  expect(operation.operationId).toBe(id);
  expect(operation.summary.replace(/[“”]/g, '`')).toBe(row.summary);
  expect(operation.summary).not.toContain('`');
  expect(operation.responses[row.status ?? 200]).toBeDefined();
  const names = operation.parameters.map((parameter: { name: string }) => parameter.name);
  for (const [, name] of row.path.matchAll(/:(\w+)/g)) expect(names).toContain(name);
});

it.each(rows.filter(([, row]) => typeof row.body === 'object'))(
  '%s has an example body that it takes',
  (id, row) => {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    const { requestBody } = document.paths[path][row.method.toLowerCase()];
    const { example } = requestBody.content['application/json'];
    expect(example, id).toBeDefined();
    if (typeof row.body === 'object') expect(row.body.safeParse(example).success).toBe(true);
  },
);

it.each(rows.filter(([, row]) => row.params ?? row.query))(
  '%s has examples of the parameters that it takes',
  (_, row) => {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    const { parameters } = document.paths[path][row.method.toLowerCase()];
    const examplesIn = (place: string) =>
      Object.fromEntries(
        parameters
          .filter((parameter: { in: string }) => parameter.in === place)
          .map(({ name, example }: { name: string; example: unknown }) => [name, example]),
      );
    for (const [place, schema] of [
      ['path', row.params],
      ['query', row.query],
    ] as const) {
      const examples = examplesIn(place);
      expect(Object.values(examples)).not.toContain(undefined);
      expect(schema?.safeParse(examples).error?.issues ?? []).toEqual([]);
    }
  },
);

describe('examples of requests', () => {
  it('have no call or field that is gone', () => {
    const groups = new Set<string>(rows.map(([id]) => id.split('.')[0] ?? ''));
    const byId = new Map<string, Endpoint>(rows);
    for (const [id, fields] of Object.entries(requestExamples)) {
      const row = byId.get(id);
      if (groups.has(id)) continue;
      const schemas = [row?.params, row?.query, row?.body].filter((one) => typeof one === 'object');
      const known = schemas.flatMap((one) => Object.keys(schemaOf(one, 'input').properties ?? {}));
      expect(known, id).toEqual(expect.arrayContaining(Object.keys(fields)));
    }
  });
});

describe('answers', () => {
  it.each(rows)('%s has an example of what it answers', (id, row) => {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    const { responses } = document.paths[path][row.method.toLowerCase()];
    const { content, headers } = responses[row.status ?? 200];
    if (typeof row.answer === 'string') {
      expect(Object.keys(content ?? headers ?? {}), id).not.toEqual([]);
      return;
    }
    const { example } = content['application/json'];
    // Parsing drops fields that the schema does not have, so an example with more would not be equal.
    const read = row.answer.parse(example);
    const sent = row.answer instanceof z.core.$ZodCodec ? z.encode(row.answer, read) : read;
    expect(sent, id).toEqual(example);
  });

  it('have no example of a call that is gone', () => {
    const known = new Set<string>(rows.map(([id]) => id));
    expect(Object.keys(rawAnswerExamples).filter((id) => !known.has(id))).toEqual([]);
  });

  it('every refusal has its status, its sentence and an example', () => {
    for (const [id, row] of rows) {
      const path = row.path.replace(/:(\w+)/g, '{$1}');
      const { responses } = document.paths[path][row.method.toLowerCase()];
      for (const code of row.errors ?? []) {
        const [status, message] = errors[code];
        const { description, content } = responses[status];
        expect(description, id).toContain(message);
        const { example, examples } = content['application/json'];
        expect(example ?? examples[code].value).toMatchObject({ code });
      }
    }
  });
});
