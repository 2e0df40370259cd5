// Tables of times: when a rule of retention warns, and when it may delete.
import { describe, expect, it } from 'vitest';
import { deletableUntil, deletionOf, isSoon, warningAt, warnsOf } from './notice.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, 1 + number));
const sentOn = (number: number) => warningAt(day(number));

describe('a mail', () => {
  it('is due for what no mail has told, eight days ahead', () => {
    expect(warnsOf([], day(0))).toEqual({ until: day(8) });
    expect(warnsOf([sentOn(0)], day(21))).toEqual({ after: day(30), until: day(29) });
    expect(warnsOf([sentOn(0)], day(23))).toEqual({ after: day(30), until: day(31) });
  });
});

describe('deleting', () => {
  it.each([
    { what: 'without a mail nothing', mails: [], now: 100, until: null },
    { what: 'within a week of the mail nothing', mails: [0], now: 6, until: null },
    { what: 'a week after it what is due', mails: [0], now: 7, until: 7 },
    { what: 'what the mail named and no more', mails: [0], now: 50, until: 30 },
    { what: 'a second mail has its own week', mails: [0, 40], now: 46, until: 30 },
    { what: 'and then counts', mails: [0, 40], now: 47, until: 47 },
  ])('$what', ({ mails, now, until }) => {
    const expected = until === null ? null : day(until);
    expect(deletableUntil(mails.map(sentOn), day(now))).toEqual(expected);
  });

  it.each([
    { what: 'overdue waits for the week of the next mail', mails: [], due: -50, now: 0, at: 7 },
    { what: 'and of one that was sent', mails: [0], due: -50, now: 3, at: 7 },
    { what: 'due later goes then', mails: [0], due: 20, now: 3, at: 20 },
    { what: 'in no mail waits for one', mails: [0], due: 35, now: 33, at: 40 },
  ])('what is $what', ({ mails, due, now, at }) => {
    expect(deletionOf(day(due), mails.map(sentOn), day(now))).toEqual(day(at));
  });

  it('stands on pages eight days before', () => {
    expect([isSoon(day(8), day(0)), isSoon(day(9), day(0))]).toEqual([true, false]);
  });
});
