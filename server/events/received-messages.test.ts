// Tests that the numbers of stored messages equal those of a set, whatever their order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MESSAGES_MAX } from '#contract/limits.ts';
import { ReceivedMessages } from './received-messages.rules.ts';

const seqs = fc.array(fc.oneof(fc.nat(40), fc.nat(MESSAGES_MAX - 1)), { maxLength: 80 });

it('has what was added, and counts to the first gap', () => {
  fc.assert(
    fc.property(seqs, seqs, (first, second) => {
      const received = new ReceivedMessages();
      for (const seq of first) received.add(seq);
      const again = new ReceivedMessages(received.toBuffer());
      for (const seq of second) again.add(seq);
      const all = new Set([...first, ...second]);
      let inARow = 0;
      while (all.has(inARow)) inARow += 1;
      expect(again.countInARow()).toBe(inARow);
      for (const seq of [0, 1, 7, 8, 39, MESSAGES_MAX - 1, ...all]) {
        expect(again.has(seq)).toBe(all.has(seq));
      }
    }),
  );
});

it('takes an eighth of a byte for each message, and counts all of them', () => {
  const received = new ReceivedMessages();
  for (let seq = MESSAGES_MAX - 1; seq >= 0; seq -= 1) received.add(seq);
  expect([received.toBuffer().length, received.countInARow()]).toEqual([
    MESSAGES_MAX / 8,
    MESSAGES_MAX,
  ]);
});
