// Headers of the streamed upload as anything: whole numbers within the bound, or a refusal.

import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.api.ts';
import {
  readCreationLength,
  readLength,
  readOffset,
  readPieceSize,
} from '#server/uploads/tus-headers.ts';
import { fuzzTarget, sizeOf } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const number = fc.oneof(
  textOf('0', '1', '9', '-', '+', '.', 'e', 'x', ' ', ','),
  fc.nat(3 * 1024 ** 3).map(String),
);

export const target = fuzzTarget<Record<string, string>>({
  name: 'tus-headers',
  arbitrary: fc.record(
    {
      'upload-length': number,
      'upload-offset': number,
      'content-length': number,
      'upload-defer-length': fc.constantFrom('1', '0', '', 'true'),
      'content-type': fc.constantFrom(TUS_CONTENT_TYPE, 'application/json', ''),
    },
    { requiredKeys: [] },
  ),
  run(headers) {
    for (const read of [readCreationLength, readLength, readOffset, readPieceSize]) {
      try {
        const value = read({ headers } as unknown as FastifyRequest);
        if (value !== null && !(Number.isSafeInteger(value) && value >= 0)) {
          throw new Error(`${read.name} read ${value}`);
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
  },
  allowedSteps: (headers) => 3000 + 10 * sizeOf(headers),
});
