// Tests that unpacked messages equal the packed ones, whatever they contain, also from bytes that an earlier version
// wrote.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packMessages,
  plainMessages,
  type StoredMessage,
  unpackMessages,
} from './message-form.rules.ts';

/** JSON that the database stores unchanged: blanks, escapes that no text can contain, numbers beyond all numbers. */
const oddJson = fc.constantFrom(
  '{}',
  '{"x":"\\u0000\\ud800"}',
  '{ "a" :\r\n\t[1e400, -0, 1.0, 0.1e-7] }',
  '{"a":1,"a":2}',
  '{"ä":"\u{1f9ea}\u2028"}',
);
const data = fc.oneof(
  oddJson,
  fc
    .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
    .map((value) => JSON.stringify(value)),
);
const oddMs = fc.constantFrom(0, -0, 0.1, 2 ** 52, 2 ** 53, 1e308, Number.MIN_VALUE, Infinity);
const message = fc.record({
  seq: fc.nat(200),
  atMs: fc.oneof(fc.nat(1_200_000), fc.double(), oddMs),
  type: fc.oneof(fc.constantFrom('MOUSE_PRESS_OR_RELEASE', 'NEW_STATE'), fc.string()),
  data,
});
const messages = fc
  .uniqueArray(message, { selector: ({ seq }) => seq })
  .map((some) => some.toSorted((a, b) => a.seq - b.seq));

async function unpacked(packed: Parameters<typeof unpackMessages>[0]): Promise<StoredMessage[]> {
  const { seqs, message } = await unpackMessages(packed);
  return seqs.map((seq, place) => {
    const found = message(place);
    expect(found.seq).toBe(seq);
    return found;
  });
}

describe('packed messages', () => {
  it('are what was packed: numbers, times, types and JSON', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (some) => {
        // `toEqual` distinguishes -0 from 0.
        expect(await unpacked(await packMessages(some))).toEqual(some);
        if (some.length > 0) expect(await unpacked(plainMessages(some))).toEqual(some);
      }),
      { numRuns: 200 },
    );
  });

  it('take a tenth of what they are', async () => {
    const some = Array.from({ length: 500 }, (_, seq) => {
      const position = { x: (seq * 37) % 1400, y: (seq * 53) % 900 };
      const data = { presentedNodeId: `1:${seq % 9}`, handled: true, position };
      return { seq, atMs: seq * 431, type: 'MOUSE_PRESS_OR_RELEASE', data: JSON.stringify(data) };
    });
    const bytes = some.reduce((sum, { data }) => sum + data.length, 0);
    expect((await packMessages(some)).bytes.length).toBeLessThan(bytes / 10);
  });

  it('of form 1 can be read in every version', async () => {
    const bytes = Buffer.from(FORM_1, 'base64');
    expect(await unpacked({ form: 1, messages: 3, bytes })).toEqual([
      { seq: 0, atMs: 12, type: 'INITIAL_LOAD', data: '{}' },
      { seq: 1, atMs: 40.5, type: 'NEW_STATE', data: '{ "a": 1e400 }' },
      { seq: 4, atMs: 52, type: 'NEW_STATE', data: '{"x":"\\u0000"}' },
    ]);
  });

  it('of an unknown form, damaged ones and too few are refused', async () => {
    const packed = await packMessages([{ seq: 0, atMs: 1, type: 'NEW_STATE', data: '{}' }]);
    await expect(unpackMessages({ ...packed, form: 3 })).rejects.toThrow('form 3');
    await expect(unpackMessages({ ...packed, messages: 2 })).rejects.toThrow('are missing');
    const plain = plainMessages([{ seq: 0, atMs: 1, type: 'NEW_STATE', data: '{}' }]);
    await expect(unpackMessages({ ...plain, messages: 2 })).rejects.toThrow('are missing');
    const cut = packed.bytes.subarray(0, -1);
    await expect(unpackMessages({ ...packed, bytes: cut })).rejects.toThrow();
  });
});

/** Written on 2026-11-22. It never changes. */
const FORM_1 =
  'G3kAAMSIdaV22LwnNvgBTxdhA44plwEnHES3wYaJ3EogPX764no6I1wYNGitiN2tdbWYhK2rDmjrK+IPA4QLnQYNlV9U7WpYRc1NsxOlINrZZDMYRsMMq7/w/QtfCTuEknGydV0i8UKI5X3txh8=';
