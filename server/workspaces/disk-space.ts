// The disk of the data folder: its floor, below which no session begins, and the reserve below the floor, which running
// recordings share.
import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import { ReserveShares, type SessionWriter } from './reserve-shares.ts';
import { TrackedSum } from './tracked-sum.ts';

export interface DiskSpaceParts {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'freeSpaceFloorBytes'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Reads the bytes free on the disk of the data folder; by default from the system. */
  freeBytes?: (() => Promise<number>) | undefined;
  /** Age in milliseconds up to which a reading is used again; else FREE_MAX_AGE_MS. */
  maxAgeMs?: number | undefined;
  /** Bytes by which running recordings are expected to grow. */
  expectedGrowth: () => Promise<number>;
}

/** Asking the system takes some microseconds. */
const FREE_MAX_AGE_MS = 1000;
/** Part of the floor that no recording uses, so that the database can go on writing: 256 MB of 2 GB. */
const DATABASE_SHARE = 1 / 8;
/** Space for the database where the floor is switched off: one segment of its log. */
const DATABASE_MIN_BYTES = 16 * 1024 ** 2;

export class DiskSpace {
  readonly #parts: DiskSpaceParts;
  readonly #free: TrackedSum;
  readonly #shares = new ReserveShares();
  /** The server stores on this disk. It does not if database and media are both elsewhere. */
  readonly #isUsed: boolean;
  readonly #floor: number;
  readonly #databaseBytes: number;
  #wasLow = false;

  constructor(parts: DiskSpaceParts) {
    this.#parts = parts;
    const { config, maxAgeMs = FREE_MAX_AGE_MS } = parts;
    this.#free = new TrackedSum({
      read: parts.freeBytes ?? (() => freeBytesOf(config.dataDir)),
      maxAgeMs: () => maxAgeMs,
    });
    this.#isUsed = !(config.databaseUrl && config.s3);
    this.#floor = config.freeSpaceFloorBytes;
    this.#databaseBytes = this.#floor > 0 ? this.#floor * DATABASE_SHARE : DATABASE_MIN_BYTES;
  }

  /** Returns whether the disk has space for more than the database's own writes. */
  async canStore(): Promise<boolean> {
    return !this.#isUsed || (await this.#free.value()) >= this.#databaseBytes;
  }

  /** Returns whether more than the floor is free for new bytes, once the running recordings have grown as expected. */
  async fits(bytes: number): Promise<boolean> {
    if (!this.#hasFloor) return true;
    const growth = await this.#parts.expectedGrowth();
    return (await this.#free.value()) - growth - bytes >= this.#floor;
  }

  /** Returns whether no new session may begin. */
  async isLow(): Promise<boolean> {
    const isLow = !(await this.fits(0));
    const freeBytes = this.#free.known;
    const { log } = this.#parts;
    if (isLow && !this.#wasLow) log.warn({ freeBytes }, 'the disk is low: no new session begins');
    if (this.#wasLow && !isLow) log.info({ freeBytes }, 'the disk has room: sessions begin again');
    this.#wasLow = isLow;
    return isLow;
  }

  /** Reads the free space again if the last reading is too old. */
  async refresh(): Promise<void> {
    if (this.#hasFloor) await this.#free.refresh();
  }

  /** Counts bytes of a running session, unless the disk is below its floor and the session has used up its share. */
  takeRunning(writer: SessionWriter, bytes: number): boolean {
    if (!this.#hasFloor) return true;
    const free = this.#free.known;
    if (free >= this.#floor) this.#shares.clear();
    else if (!this.#shares.take(writer, bytes, free - this.#databaseBytes)) return false;
    this.#free.add(-bytes);
    return true;
  }

  /** Counts bytes of a recording that comes whole, unless they would go below the floor. */
  takeWhole(bytes: number): boolean {
    if (!this.#hasFloor) return true;
    if (this.#free.known - bytes < this.#floor) return false;
    this.#free.add(-bytes);
    return true;
  }

  get #hasFloor(): boolean {
    return this.#isUsed && this.#floor > 0;
  }
}

/** Bytes that a process without privileges may still write. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
