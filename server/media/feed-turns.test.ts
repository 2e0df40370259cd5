// Videos that arrive at once: how much of them is read in one turn of the event loop.
import { expect, it } from 'vitest';
import { FeedTurns } from './feed-turns.ts';

const MEGABYTE = 1024 * 1024;

it('reads a quarter of a megabyte in a turn, of each video in its turn', async () => {
  const turns = new FeedTurns();
  const read: { name: string; turn: number; bytes: number }[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const feed = async (name: string) => {
    for await (const part of turns.partsOf(new Uint8Array(MEGABYTE))) {
      read.push({ name, turn, bytes: part.length });
    }
  };
  await Promise.all(['a', 'b', 'c'].map(feed));
  isOver = true;
  const byTurn = Map.groupBy(read, (part) => part.turn);
  for (const parts of byTurn.values()) {
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MEGABYTE / 4);
  }
  expect(read.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3 * MEGABYTE);
  const firstOf = (name: string) => read.findIndex((part) => part.name === name);
  expect(Math.max(...['a', 'b', 'c'].map(firstOf))).toBeLessThan(12);
});
