// Reads a part of a file that a call of the endpoint table answers with.
import type { Endpoint } from '#contract/endpoint.ts';
import { type LooseInput, requestCall } from './api.ts';

/**
 * Returns the response with the bytes of a file from `start` up to `end`. Unlike that of a HEAD, its refusal has a sentence.
 * @throws ApiError
 */
export function fetchRange<E extends Endpoint>(
  row: E,
  {
    range: { start, end },
    ...input
  }: Omit<LooseInput, 'headers'> & { range: { start: number; end: number } },
): Promise<Response> {
  return requestCall(row, { ...input, headers: { range: `bytes=${start}-${end - 1}` } });
}
