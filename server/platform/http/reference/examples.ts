// Schemas of the API reference as JSON Schema, with an example of each. Examples are generated from their schema and
// field-examples.ts; request-examples.ts has the fields of requests whose value their name does not decide.
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { company, startedAtMs, testId } from './example-names.ts';
import {
  flagExamples,
  idExamples,
  numberExamples,
  textExamples,
  timeExamples,
} from './field-examples.ts';
import { kindExamples, queryExamples, requestExamples } from './request-examples.ts';

export type Json = Record<string, unknown>;

export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

/** @param id of the row, as in `tests.create`; undefined for a row without a JSON body */
export function bodyExample(id: string, { body }: Endpoint): unknown {
  if (typeof body !== 'object') return undefined;
  return withFields(sampleOf(schemaOf(body, 'input')), fieldsOf(id));
}

/** Values of the parameters of the address, by name. */
export function parameterExamples(id: string, { params, query }: Endpoint): Json {
  const given = fieldsOf(id);
  return {
    ...(params && withFields(sampleOf(schemaOf(params, 'input')), given)),
    ...(query && withFields(sampleOf(schemaOf(query, 'input')), { ...queryExamples, ...given })),
  };
}

function fieldsOf(id: string): Json {
  return { ...requestExamples[id.split('.')[0] ?? ''], ...requestExamples[id] };
}

/** Replaces fields of an example that it has; those without a value are left out. */
function withFields(example: unknown, fields: Json): Json {
  const entries = Object.entries(example as Json).map(([name, value]) => [
    name,
    name in fields ? fields[name] : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The schema of what goes over the wire: for a codec, its input. */
export function answerSchema(answer: z.core.$ZodType): Json {
  return schemaOf(answer, answer instanceof z.core.$ZodCodec ? 'input' : 'output');
}

/** @returns undefined for a row whose answer is no JSON */
export function answerExample({ answer }: Endpoint): unknown {
  if (typeof answer === 'string') return undefined;
  return sampleOf(answerSchema(answer));
}

const startedAt = new Date(startedAtMs).toISOString();

/** Format of a text → its value in a field of that name. */
const formats: Readonly<Record<string, (name: string) => string>> = {
  date: () => startedAt.slice(0, 10),
  'date-time': (name) => timeExamples[name] ?? startedAt,
  email: () => 'ada@example.com',
  uri: () => 'https://example.org/',
  uuid: (name) => idExamples[name] ?? testId,
};

/**
 * A value that fits a schema. A refinement that JSON Schema cannot express may refuse it.
 * @param name name of the field that contains the value or the list of values
 */
function sampleOf(schema: Json, name = ''): unknown {
  const { anyOf, oneOf = anyOf, const: constant, enum: values, ...of } = schema;
  const { items, minItems = 1, properties, type } = of;
  if (constant !== undefined) return constant;
  if (Array.isArray(values))
    return values.find((value) => value === textExamples[name]) ?? values[0];
  if (Array.isArray(oneOf)) return sampleOf(alternativeOf(oneOf), name);
  if (type === 'array') {
    return items
      ? Array.from({ length: Number(minItems) }, () => sampleOf(items as Json, name))
      : [];
  }
  if (type === 'object') {
    const fields = Object.entries((properties ?? entriesOf(of)) as Record<string, Json>);
    return Object.fromEntries(fields.map(([field, value]) => [field, sampleOf(value, field)]));
  }
  return plainSampleOf(of, name);
}

/** One of the kinds that have an example, or the first. */
function alternativeOf(alternatives: readonly Json[]): Json {
  const kindOf = ({ properties }: Json) => (properties as { kind?: Json } | undefined)?.kind?.const;
  const named = alternatives.find((each) => kindExamples.has(kindOf(each)));
  return named ?? alternatives[0] ?? {};
}

/** The fields of a record with listed keys; another record is empty. */
function entriesOf({ propertyNames, additionalProperties }: Json): Json {
  const { enum: names = [] } = (propertyNames ?? {}) as { enum?: string[] };
  return Object.fromEntries(names.map((name) => [name, additionalProperties]));
}

function plainSampleOf({ format, minimum, maximum, ...of }: Json, name: string): unknown {
  // A field that may be null has a list of types, with null as the last one.
  const [type] = [of.type].flat();
  if (type === 'boolean') return flagExamples[name] ?? true;
  if (type === 'string') return formats[String(format)]?.(name) ?? textExamples[name] ?? company;
  if (type !== 'integer' && type !== 'number') return null;
  const least = typeof minimum === 'number' ? minimum : Number.NEGATIVE_INFINITY;
  const most = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY;
  return Math.min(Math.max(numberExamples[name] ?? 1, least), most);
}
