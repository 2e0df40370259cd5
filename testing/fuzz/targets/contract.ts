// Every row of the endpoint table: parameters, query and body are parsed or refused, and nothing else.
import fc from 'fast-check';
import type { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { parseInput, parseParams } from '#server/platform/http/parse-input.ts';
import { fuzzTarget, sizeOf } from '../fuzz-target.ts';
import { nearValue } from '../near-values.ts';

type Part = 'params' | 'query' | 'body';

interface Input {
  row: string;
  part: Part;
  value: unknown;
}

const schemas = Object.entries(api).flatMap(([group, rows]) =>
  Object.entries(rows as Record<string, Endpoint>).flatMap(([name, row]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = row[part];
      return typeof schema === 'object' ? [{ row: `${group}.${name}`, part, schema }] : [];
    }),
  ),
);

const schemaOf = new Map(schemas.map(({ row, part, schema }) => [`${row} ${part}`, schema]));

/** A refusal as JSON: a sentence a field, not one an entry of a long list. */
const REFUSAL_MAX_CHARACTERS = 10_000;

export const target = fuzzTarget<Input>({
  name: 'contract',
  arbitrary: fc.oneof(
    ...schemas.map(({ row, part, schema }) =>
      nearValue(schema).map((value): Input => ({ row, part, value })),
    ),
  ),
  run({ row, part, value }) {
    const schema = schemaOf.get(`${row} ${part}`) as z.ZodType;
    try {
      if (part === 'params') parseParams(schema, value);
      else parseInput(schema, value);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { length } = JSON.stringify(error.body);
      if (length > REFUSAL_MAX_CHARACTERS) throw new Error(`a refusal of ${length} characters`);
    }
  },
  allowedSteps: ({ value }) => 4000 + 40 * sizeOf(value),
  weight: 4,
});
