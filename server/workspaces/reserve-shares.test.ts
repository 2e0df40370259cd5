// Shares of the disk's reserve: what hostile writers leave to honest ones, however many they are.
import { expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { ReserveShares, type SessionWriter } from './reserve-shares.ts';

const RESERVE_BYTES = 1_000_000_000;
const PIECE_BYTES = 1_000_000;

/** A disk on which only these shares decide. */
class Disk {
  left = RESERVE_BYTES;
  readonly shares = new ReserveShares();

  write(writer: SessionWriter, bytes = PIECE_BYTES): boolean {
    const isTaken = this.shares.take(writer, bytes, this.left);
    if (isTaken) this.left -= bytes;
    return isTaken;
  }

  /** Bytes that one writer gets, alone until it is refused. */
  writeAll(writer: SessionWriter): number {
    let written = 0;
    while (this.write(writer)) written += PIECE_BYTES;
    return written;
  }
}

const writer = (address: string, session: number): SessionWriter => ({
  address,
  sessionId: `${address}-${session}` as SessionId,
});

/** All writers in turn, until each is refused. */
function flood(disk: Disk, writers: readonly SessionWriter[]): void {
  let active = [...writers];
  while (active.length > 0) active = active.filter((one) => disk.write(one));
}

const sessions = (address: string, count: number) =>
  Array.from({ length: count }, (_, number) => writer(address, number));

it.each([1, 8, 300])('%i sessions of one address leave half of the reserve', (count) => {
  const disk = new Disk();
  flood(disk, sessions('hostile', count));
  expect(disk.left / RESERVE_BYTES).toBeGreaterThan(0.48);
  expect(disk.left / RESERVE_BYTES).toBeLessThan(0.52);
  expect(disk.writeAll(writer('honest', 0)) / RESERVE_BYTES).toBeGreaterThan(0.24);
});

it('ten addresses leave an eleventh', () => {
  const disk = new Disk();
  const addresses = Array.from({ length: 10 }, (_, number) => `hostile-${number}`);
  flood(
    disk,
    addresses.flatMap((address) => sessions(address, 8)),
  );
  expect(disk.left / RESERVE_BYTES).toBeGreaterThan(1 / 12);
});

it('an honest session behind the address of eight hostile ones has an equal part of what is left', () => {
  const disk = new Disk();
  flood(disk, sessions('shared', 8));
  const part = disk.writeAll(writer('shared', 8));
  expect(part / RESERVE_BYTES).toBeGreaterThan(0.04);
  flood(disk, sessions('shared', 8));
  expect(disk.left / RESERVE_BYTES).toBeGreaterThan(0.35);
});

it('a recording that is alone may use half, and all of it again once the disk was cleared', () => {
  const disk = new Disk();
  const alone = writer('honest', 0);
  expect(disk.writeAll(alone)).toBe(RESERVE_BYTES / 2);
  disk.left = RESERVE_BYTES;
  disk.shares.clear();
  expect(disk.writeAll(alone)).toBe(RESERVE_BYTES / 2);
});

it('nothing is written when nothing is left', () => {
  const shares = new ReserveShares();
  expect(shares.take(writer('honest', 0), 0, -1)).toBe(false);
});
