// Schemas of the contract as JSON Schema, for the API reference.
import { z } from 'zod';

export type Json = Record<string, unknown>;

export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

/** The schema of what goes over the wire: for a codec, its input. */
export function answerSchema(answer: z.core.$ZodType): Json {
  return schemaOf(answer, answer instanceof z.core.$ZodCodec ? 'input' : 'output');
}
