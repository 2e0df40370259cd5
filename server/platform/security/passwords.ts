// Passwords of links for viewing: scrypt (RFC 7914) with a salt of its own, costs stored beside it. Hashes are computed
// one at a time, on a thread of their own.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { FairQueue, type QueueBounds } from '#server/platform/machine/fair-queue.ts';
import { type HashInput, HashingThread } from './hashing-thread.ts';

/** OWASP's choice where memory matters: 16 MB and 100 ms of a core for each hash. */
const COSTS = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Hashes that wait: 1 s of one workspace, 3 s of all workspaces. */
export const HASHES_WAITING: QueueBounds = { waitingPerGroup: 10, waiting: 30 };
/** Seconds in which a full queue is computed. */
const RETRY_AFTER_SECONDS = 3;

/** Hashes and checks passwords. Workspaces take turns. */
export class Passwords {
  readonly #thread: Pick<HashingThread, 'derive' | 'stop'>;
  readonly #queue = new FairQueue(
    HASHES_WAITING,
    () => new AppError('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  );

  constructor(thread: Pick<HashingThread, 'derive' | 'stop'> = new HashingThread()) {
    this.#thread = thread;
  }

  /**
   * Returns `scrypt$N$r$p$salt$key`, salt and key in base64url.
   * @throws AppError too_many_requests
   */
  async hash(workspaceId: WorkspaceId, password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.#derive(workspaceId, { password, salt, costs: COSTS });
    const { N, r, p } = COSTS;
    return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /**
   * Returns whether the password is the one that was hashed.
   * @throws AppError too_many_requests
   */
  async verify(workspaceId: WorkspaceId, password: string, stored: string): Promise<boolean> {
    const [, N = '', r = '', p = '', saltText = '', keyText = ''] = stored.split('$');
    const expected = Buffer.from(keyText, 'base64url');
    const salt = Buffer.from(saltText, 'base64url');
    const costs = { N: Number(N), r: Number(r), p: Number(p) };
    const key = await this.#derive(workspaceId, { password, salt, costs });
    return key.length === expected.length && timingSafeEqual(key, expected);
  }

  /**
   * Does nothing if a hash for this workspace would be computed now or soon.
   * @throws AppError too_many_requests
   */
  requireRoom(workspaceId: WorkspaceId): void {
    this.#queue.requireRoom(workspaceId);
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  #derive(
    workspaceId: WorkspaceId,
    { password, salt, costs }: Omit<HashInput, 'keyBytes'>,
  ): Promise<Buffer> {
    // Similar characters get one spelling, because a phone may send letters and accents apart.
    const input = { password: password.normalize('NFKC'), salt, costs, keyBytes: KEY_BYTES };
    return this.#queue.run(workspaceId, () => this.#thread.derive(input));
  }
}
