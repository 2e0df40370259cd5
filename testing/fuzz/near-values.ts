// Values that nearly fit a Zod schema, made from its definition: right, left out, too many, or of another kind.
import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { oddText, oddValue } from './odd-values.ts';

/** Texts in the formats of our schemas. */
const formatted = fc.oneof(
  fc.uuid(),
  fc.emailAddress(),
  fc.webUrl(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '1:2',
    'I1:2;3:4',
    '-5-6',
    '0,2000,4000',
    'AAAAAAAAAAAAAAAAAAAAAA',
    'Ada_1700000000000',
  ),
  fc.integer().map(String),
);

const makers: Record<string, (def: never) => Arbitrary<unknown>> = {
  object: ({ shape }: z.core.$ZodObjectDef) => fc.record(mapped(shape), { requiredKeys: [] }),
  array: ({ element }: z.core.$ZodArrayDef) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.array(nearValue(element), { maxLength: 5 }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(nearValue(element), fc.integer({ max: 1500, min: 1 }))
          .map(([item, times]) => Array(times).fill(item)),
      },
    ),
  record: ({ valueType }: z.core.$ZodRecordDef) => fc.dictionary(oddText, nearValue(valueType)),
  union: ({ options }: z.core.$ZodUnionDef) => fc.oneof(...options.map(nearValue)),
  enum: ({ entries }: z.core.$ZodEnumDef) => fc.constantFrom(...Object.values(entries)),
  literal: ({ values }: z.core.$ZodLiteralDef<never>) => fc.constantFrom(...values),
  optional: ({ innerType }: z.core.$ZodOptionalDef) =>
    fc.option(nearValue(innerType), { nil: undefined }),
  nullable: ({ innerType }: z.core.$ZodNullableDef) => fc.option(nearValue(innerType)),
  default: ({ innerType }: z.core.$ZodDefaultDef) => nearValue(innerType),
  catch: ({ innerType }: z.core.$ZodCatchDef) => nearValue(innerType),
  readonly: ({ innerType }: z.core.$ZodReadonlyDef) => nearValue(innerType),
  pipe: ({ in: first }: z.core.$ZodPipeDef) => nearValue(first),
  string: () => fc.oneof(formatted, oddText),
  number: () => fc.oneof(fc.integer(), fc.double(), fc.integer().map(String)),
  int: () => fc.integer(),
  boolean: () => fc.boolean(),
};

/** @param schema of any kind; one that no maker knows gets any value. */
export function nearValue(schema: z.core.$ZodType): Arbitrary<unknown> {
  const { def } = schema._zod;
  const near = makers[def.type]?.(def as never) ?? oddValue;
  return fc.oneof({ weight: 12, arbitrary: near }, { weight: 1, arbitrary: oddValue });
}

function mapped(shape: Readonly<Record<string, z.core.$ZodType>>) {
  return Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, nearValue(inner)]));
}
