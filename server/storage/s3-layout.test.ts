// The parts of one object: names of pieces, rows of them, and the plan to join them.
import { describe, expect, it } from 'vitest';
import { FIRST_TAG } from './s3-bucket.ts';
import { layoutOf, type Piece, parsePieceName, pieceName } from './s3-layout.ts';
import { COPY_MAX_BYTES, planParts } from './s3-whole.ts';

const MIB = 1024 * 1024;
const KEY = 'rec/a/video.webm';

function piece(at: number, lengthBytes: number, tag = FIRST_TAG): Piece {
  return { name: pieceName({ key: KEY, tag, at }), key: KEY, tag, at, lengthBytes, etag: '"e"' };
}

const whole = (sizeBytes: number, tag = FIRST_TAG) => ({ sizeBytes, etag: '"w"', tag });

describe('names of pieces', () => {
  it('are read as they were made', () => {
    const name = pieceName({ key: KEY, tag: '0', at: 12_345 });
    expect(name).toBe('_pieces/rec/a/video.webm/0/0000000000012345');
    expect(parsePieceName(name)).toEqual({ key: KEY, tag: '0', at: 12_345 });
  });

  it('sort by offset', () => {
    const names = [9, 10, 999_999_999, 2 ** 40].map((at) => pieceName({ key: 'a', tag: '0', at }));
    expect([...names].sort()).toEqual(names);
  });

  it.each(['rec/a/video.webm', '_pieces/rec', '_pieces/rec/0/12', '_probes/x'])(
    'are not %s',
    (name) => expect(parsePieceName(name)).toBeUndefined(),
  );
});

describe('layout', () => {
  const rows = [
    { of: 'nothing', found: undefined, listed: [], sizeBytes: undefined, counted: [] },
    { of: 'a whole object', found: whole(7), listed: [], sizeBytes: 7, counted: [] },
    { of: 'an empty whole object', found: whole(0), listed: [], sizeBytes: 0, counted: [] },
    {
      of: 'pieces',
      found: undefined,
      listed: [piece(0, 3), piece(3, 4)],
      sizeBytes: 7,
      counted: [0, 3],
    },
    {
      of: 'pieces behind a whole object',
      found: whole(3),
      listed: [piece(3, 4)],
      sizeBytes: 7,
      counted: [3],
    },
    {
      of: 'pieces left over by a killed join',
      found: whole(7),
      listed: [piece(0, 3), piece(3, 4)],
      sizeBytes: 7,
      counted: [],
    },
    {
      of: 'such left-overs, and more behind',
      found: whole(7),
      listed: [piece(0, 3), piece(3, 4), piece(7, 2)],
      sizeBytes: 9,
      counted: [7],
    },
    {
      of: 'pieces with a gap',
      found: undefined,
      listed: [piece(0, 3), piece(5, 4)],
      sizeBytes: 3,
      counted: [0],
    },
    {
      of: 'pieces without their beginning',
      found: undefined,
      listed: [piece(3, 4)],
      sizeBytes: undefined,
      counted: [],
    },
    {
      of: 'a new object with pieces of the one before',
      found: whole(3, 'b'),
      listed: [piece(3, 4), piece(3, 2, 'b')],
      sizeBytes: 5,
      counted: [3],
    },
  ];

  it.each(rows)('of $of', ({ found: object, listed, sizeBytes, counted: offsets }) => {
    const layout = layoutOf(object, listed);
    expect(layout.sizeBytes).toBe(sizeBytes);
    expect(layout.pieces.map(({ at }) => at)).toEqual(offsets);
  });
});

describe('plan of a join', () => {
  const row = (...lengths: number[]) => {
    let at = 0;
    return lengths.map((length) => {
      at += length;
      return piece(at - length, length);
    });
  };

  it.each([
    ['one short piece', row(3), ['read 0–3']],
    ['pieces of a second', row(...Array(20).fill(MIB)), ['read 0–8', 'read 8–16', 'read 16–20']],
    ['large pieces', row(8 * MIB, 8 * MIB, 2 * MIB), ['copy 0–8', 'copy 0–8', 'read 16–18']],
    ['a large one after a short one', row(MIB, 20 * MIB), ['read 0–8', 'copy 7–20']],
    ['no rest that is too small', row(4 * MIB, 8 * MIB), ['read 0–8', 'read 8–12']],
  ])('of %s', (_what, pieces, expected) => {
    expect(planParts(KEY, layoutOf(undefined, pieces)).map(planText)).toEqual(expected);
  });

  it('copies a long whole object in equal shares below the limit', () => {
    const parts = planParts(KEY, layoutOf(whole(COPY_MAX_BYTES * 2 + 1), []));
    const lengths = parts.map(({ range }) => range.end - range.start);
    expect(lengths).toHaveLength(3);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(COPY_MAX_BYTES * 2 + 1);
  });

  function planText({ kind, range }: { kind: string; range: { start: number; end: number } }) {
    const unit = range.end < MIB ? 1 : MIB;
    return `${kind} ${range.start / unit}–${range.end / unit}`;
  }
});
