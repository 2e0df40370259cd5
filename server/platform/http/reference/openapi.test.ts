// The API reference contains every row of the table, with errors and permission.
import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { openApiDocument } from './openapi.ts';
import { answerSchema } from './schemas.ts';

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

describe('answers', () => {
  it.each(rows)('%s has its schema, or the types and headers of its bytes', (id, row) => {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    const { responses } = document.paths[path][row.method.toLowerCase()];
    const { content, headers, description } = responses[row.status ?? 200];
    expect(description, id).not.toBe('');
    if (typeof row.answer === 'string')
      expect(Object.keys(content ?? headers ?? {}), id).not.toEqual([]);
    else expect(content['application/json'].schema, id).toEqual(answerSchema(row.answer));
  });

  it('every refusal has its status, its code and its sentence', () => {
    for (const [id, row] of rows) {
      const path = row.path.replace(/:(\w+)/g, '{$1}');
      const { responses } = document.paths[path][row.method.toLowerCase()];
      for (const code of row.errors ?? []) {
        const [status, message] = errors[code];
        const { description } = responses[status];
        expect(description, id).toContain(`\`${code}\`: ${message}`);
      }
    }
  });
});
