// Schemas of the API reference as JSON Schema, with an example of each: one of the story that the written examples tell,
// else one that is made of the schema.
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { answerExamples } from './answer-examples.ts';
import { bodyExamples } from './body-examples.ts';
import { company, startedAtMs, testId } from './example-names.ts';

export type Json = Record<string, unknown>;

export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

/** @param id of the row, as in `tests.create`; undefined for a row without a JSON body */
export function bodyExample(id: string, { body }: Endpoint): unknown {
  if (typeof body !== 'object') return undefined;
  return bodyExamples[id] ?? sampleOf(schemaOf(body, 'input'));
}

/** What goes over the wire: of a codec its input. */
export function answerSchema(answer: z.core.$ZodType): Json {
  return schemaOf(answer, answer instanceof z.core.$ZodCodec ? 'input' : 'output');
}

/** @returns undefined for a row whose answer is no JSON */
export function answerExample(id: string, { answer }: Endpoint): unknown {
  if (typeof answer === 'string') return undefined;
  return answerExamples[id] ?? sampleOf(answerSchema(answer));
}

const formats: Readonly<Record<string, string>> = {
  'date-time': new Date(startedAtMs).toISOString(),
  email: 'ada@example.com',
  uri: 'https://example.org/',
  uuid: testId,
};

/** A value that fits a schema; a refinement that JSON Schema does not know may refuse it. */
function sampleOf(schema: Json): unknown {
  const { anyOf, oneOf = anyOf, const: constant, enum: values, ...of } = schema;
  const { format, items, minItems = 1, minimum, properties, type } = of;
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(oneOf)) return sampleOf(oneOf[0]);
  if (type === 'array') {
    return items ? Array.from({ length: Number(minItems) }, () => sampleOf(items as Json)) : [];
  }
  if (type === 'object') {
    const fields = Object.entries((properties ?? {}) as Record<string, Json>);
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field)]));
  }
  if (type === 'integer' || type === 'number')
    return typeof minimum === 'number' ? Math.max(minimum, 1) : 1;
  if (type === 'boolean') return true;
  return type === 'string' ? (formats[String(format)] ?? company) : null;
}
