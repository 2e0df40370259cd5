// The API reference: every row of the table stands in it, with errors and permission.
import { expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into by path.
const document = openApiDocument('http://127.0.0.1:3000') as any;

const rows = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, row]) => [`${group}.${name}`, row] as const,
  ),
);

it.each(rows)('%s is described', (id, row) => {
  const path = row.path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path][row.method.toLowerCase()];
  expect(operation.operationId).toBe(id);
  expect(operation.summary).toBe(row.summary);
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
