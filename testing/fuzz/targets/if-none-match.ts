// `If-None-Match` as anything: a validator that stands in the list is found, one that does not is not.
import fc from 'fast-check';
import { isKnown } from '#server/platform/http/send-file.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const ETAG = '"0198f7a0-0000-7000-8000-000000000001-5"';
const pieces = [ETAG, `W/${ETAG}`, '"other"', 'W/', '*', ',', ', ', ' ', '"', '""'];

export const target = fuzzTarget<{ header: string; isListed?: boolean }>({
  name: 'if-none-match',
  arbitrary: fc.oneof(
    fc.record({ header: textOf(...pieces) }),
    fc
      .tuple(
        fc.array(fc.constantFrom('"a"', 'W/"b"', '"c,d"')),
        fc.boolean(),
        fc.constantFrom(',', ' , '),
      )
      .map(([others, isListed, between]) => ({
        header: [...others, ...(isListed ? [ETAG] : []), ...others].join(between),
        isListed,
      })),
  ),
  run({ header, isListed }) {
    const known = isKnown(ETAG, header);
    if (isListed !== undefined && known !== isListed) throw new Error(`read as ${known}`);
    if (known && !header.includes(ETAG) && !header.includes('*'))
      throw new Error('known from nothing');
  },
  allowedSteps: ({ header }) => 200 + 10 * header.length,
});
