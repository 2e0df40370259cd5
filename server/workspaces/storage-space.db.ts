// Space for participants' recordings: in the workspace's quota, and on the disk. New sessions are refused first.
// A running one is refused when the quota is used up, or when its share of the disk's reserve is.
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import type { NoSpace } from '#contract/shared-test.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { recentValue } from '#server/platform/machine/recent-value.ts';
import { DiskSpace, type DiskSpaceParts } from './disk-space.ts';
import type { SessionWriter } from './reserve-shares.ts';
import { sumExpectedGrowth, sumStoredBytes } from './stored-bytes.db.ts';
import { TrackedSum } from './tracked-sum.ts';

/** Counts the bytes of one call while they are stored; disposed once the database has them. */
export interface SpaceLease extends Disposable {
  /** Counts bytes that are about to be stored. @returns null, or why they may not be; then they are not counted. */
  take(bytes: number): AppError | null;
}

export interface StorageSpace {
  /** Why a new recording may not begin, or null. */
  refusal(workspaceId: WorkspaceId): Promise<NoSpace | null>;
  /** For what a running session stores. @throws AppError workspace_full, storage_full */
  admitRunning(writer: SessionWriter & { workspaceId: WorkspaceId }): Promise<SpaceLease>;
  /**
   * For a recording that comes whole. It yields to running sessions: `take` refuses what would go below the floor.
   * @throws AppError workspace_full, server_full
   */
  admitWhole(whole: WholeRecording): Promise<SpaceLease>;
  /** Bytes that a workspace has stored, as they were some seconds ago at most. */
  storedBytes(workspaceId: WorkspaceId): Promise<number>;
  /** Returns whether new sessions are refused because the disk is nearly full. */
  isDiskLow(): Promise<boolean>;
  /** Returns whether the disk has space for more than the database's own writes. */
  canStore(): Promise<boolean>;
}

export interface WholeRecording {
  workspaceId: WorkspaceId;
  /** Length of the call's body. */
  bytes: number;
  /** The video is copied once more before it is in its place. */
  isCopied?: boolean;
}

/** Reads the disk; tests replace it. */
export interface SpaceProbe extends Pick<DiskSpaceParts, 'freeBytes'> {
  /** Age in milliseconds up to which any reading is used again; else depends on how near a limit is. */
  knownMs?: number;
}

interface SpaceParts extends SpaceProbe, Pick<DiskSpaceParts, 'log'> {
  db: Database;
  config: DiskSpaceParts['config'] & Pick<Config, 'workspaceQuotaBytes'>;
}

/** Greatest age of a workspace's sum, far from the quota and near it. */
const FAR_MS = 5000;
const NEAR_MS = 1000;
/** A quota is near when less than this is left: what 200 other recordings bring in FAR_MS, three times over. */
const NEAR_BYTES = 1024 ** 3;
/** A sum that takes long is repeated after so many times its duration: it costs 5 % of a core at most. */
const PAUSE_FACTOR = 20;
/** Maximum number of workspaces whose sums are cached. */
const WORKSPACES_MAX = 1000;

/** Stored bytes of a workspace, as this server counts them. */
interface WorkspaceBytes {
  sum: TrackedSum;
  /** Stored or about to be, and not in the database yet. */
  pending: number;
  /** Bytes that recordings which are sent whole will still bring. */
  announced: number;
}

export function openStorageSpace(parts: SpaceParts): StorageSpace {
  return new MeasuredSpace(parts);
}

class MeasuredSpace implements StorageSpace {
  readonly #parts: SpaceParts;
  readonly #disk: DiskSpace;
  readonly #quota: number;
  readonly #workspaces = new LRUCache<WorkspaceId, WorkspaceBytes>({ max: WORKSPACES_MAX });
  readonly #growth: () => Promise<Map<string, number>>;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
    const { db, config, log, freeBytes, knownMs } = parts;
    this.#quota = config.workspaceQuotaBytes ?? Number.POSITIVE_INFINITY;
    this.#growth = recentValue(knownMs ?? NEAR_MS, () => sumExpectedGrowth(db));
    const expectedGrowth = async () =>
      [...(await this.#growth()).values()].reduce((sum, bytes) => sum + bytes, 0);
    this.#disk = new DiskSpace({ config, log, freeBytes, maxAgeMs: knownMs, expectedGrowth });
  }

  isDiskLow = () => this.#disk.isLow();
  canStore = () => this.#disk.canStore();

  async storedBytes(workspaceId: WorkspaceId): Promise<number> {
    return await this.#bytesOf(workspaceId).sum.value();
  }

  async refusal(workspaceId: WorkspaceId): Promise<NoSpace | null> {
    if (await this.#disk.isLow()) return 'server_full';
    if (!this.#hasQuota) return null;
    const growth = (await this.#growth()).get(workspaceId) ?? 0;
    const { sum, pending } = this.#bytesOf(workspaceId);
    return (await sum.value()) + pending + growth >= this.#quota ? 'workspace_full' : null;
  }

  async admitRunning({
    workspaceId,
    ...writer
  }: SessionWriter & { workspaceId: WorkspaceId }): Promise<SpaceLease> {
    const workspace = this.#bytesOf(workspaceId);
    await Promise.all([this.#disk.refresh(), this.#hasQuota ? workspace.sum.refresh() : null]);
    return this.#lease(workspace, (bytes) => {
      if (this.#isFull(workspace)) return noSpaceError('workspace_full');
      return this.#disk.takeRunning(writer, bytes) ? null : new AppError('storage_full');
    });
  }

  async admitWhole(whole: WholeRecording): Promise<SpaceLease> {
    const workspace = this.#bytesOf(whole.workspaceId);
    let toCome = whole.bytes;
    // Announced before anything is read, so that each of two at once counts the other.
    workspace.announced += toCome;
    const arrive = (bytes: number) => {
      const arrived = Math.min(bytes, toCome);
      toCome -= arrived;
      workspace.announced -= arrived;
    };
    const lease = this.#lease(workspace, (bytes) => {
      if (this.#isFull(workspace)) return noSpaceError('workspace_full');
      if (!this.#disk.takeWhole(bytes)) return noSpaceError('server_full');
      arrive(bytes);
      return null;
    });
    using undo = new DisposableStack();
    undo.defer(() => arrive(toCome));
    undo.use(lease);
    await this.#requireSpaceFor(workspace, whole);
    const moveResult = undo.move();
    return { take: lease.take, [Symbol.dispose]: () => moveResult.dispose() };
  }

  async #requireSpaceFor(
    workspace: WorkspaceBytes,
    { bytes, isCopied = false }: WholeRecording,
  ): Promise<void> {
    if (!(await this.#disk.fits(isCopied ? 2 * bytes : bytes))) throw noSpaceError('server_full');
    if (!this.#hasQuota) return;
    const storedBytes = await workspace.sum.value();
    if (storedBytes + workspace.pending + workspace.announced > this.#quota) {
      throw noSpaceError('workspace_full');
    }
  }

  #lease(workspace: WorkspaceBytes, refuse: (bytes: number) => AppError | null): SpaceLease {
    let own = 0;
    return {
      take: (bytes) => {
        this.#refreshInBackground(workspace);
        const refusal = refuse(bytes);
        if (refusal) return refusal;
        own += bytes;
        workspace.pending += bytes;
        return null;
      },
      [Symbol.dispose]: () => {
        workspace.pending -= own;
        workspace.sum.add(own);
        own = 0;
      },
    };
  }

  /** A call may last for minutes: what others store meanwhile is found by the next reading. */
  #refreshInBackground({ sum }: WorkspaceBytes): void {
    const { log } = this.#parts;
    const readings = [this.#disk.refresh(), ...(this.#hasQuota ? [sum.refresh()] : [])];
    Promise.all(readings).catch((err) => log.warn({ err }, 'the used space could not be read'));
  }

  #isFull({ sum, pending }: WorkspaceBytes): boolean {
    return this.#hasQuota && sum.known + pending >= this.#quota;
  }

  get #hasQuota(): boolean {
    return this.#quota !== Number.POSITIVE_INFINITY;
  }

  #bytesOf(workspaceId: WorkspaceId): WorkspaceBytes {
    const known = this.#workspaces.get(workspaceId);
    if (known) return known;
    const { db, knownMs } = this.#parts;
    const maxAgeMs = (value: number, tookMs: number) => {
      const isNear = this.#quota - value < NEAR_BYTES;
      return knownMs ?? Math.max(isNear ? NEAR_MS : FAR_MS, tookMs * PAUSE_FACTOR);
    };
    const read = () => sumStoredBytes(db, workspaceId);
    const newEntry = { sum: new TrackedSum({ read, maxAgeMs }), pending: 0, announced: 0 };
    this.#workspaces.set(workspaceId, newEntry);
    return newEntry;
  }
}

/** Seconds that a participant waits for space on the disk. */
const SERVER_FULL_RETRY_SECONDS = 300;

export function noSpaceError(noSpace: NoSpace): AppError {
  const wait = noSpace === 'server_full' ? { retryAfterSeconds: SERVER_FULL_RETRY_SECONDS } : {};
  return new AppError(noSpace, wait);
}
