// Whether there is room for a new recording: in the workspace's quota, and on the disk. What runs already
// is never stopped for want of it.
import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { WorkspaceId } from '#contract/ids.ts';
import type { NoSpace } from '#contract/sessions.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { sumStoredBytes } from './stored-bytes.ts';

export interface StorageSpace {
  /** Why a new recording may not begin, or null. */
  refusal(workspaceId: WorkspaceId): Promise<NoSpace | null>;
  /**
   * Keeps room for a recording that comes whole while `run` takes it; those on their way here are counted.
   * @returns why there is none and nothing was run, else what `run` answers.
   */
  whileTaking<T>(
    whole: { workspaceId: WorkspaceId; bytes: number },
    run: () => Promise<T>,
  ): Promise<{ noSpace: NoSpace } | { taken: T }>;
  /** Bytes that a workspace has stored, as they were some seconds ago at most. */
  storedBytes(workspaceId: WorkspaceId): Promise<number>;
  /** Whether the disk has less free than FREE_SPACE_FLOOR_BYTES. */
  isDiskLow(): Promise<boolean>;
}

/** How the disk is asked; tests answer themselves. */
export interface SpaceProbe {
  /** Bytes free on the disk of the data folder; else asked of the system. */
  freeBytes?: () => Promise<number>;
  /** How long an answer counts; else KNOWN_MS. */
  knownMs?: number;
}

interface SpaceParts extends SpaceProbe {
  db: Database;
  config: Pick<
    Config,
    'dataDir' | 'databaseUrl' | 's3' | 'workspaceQuotaBytes' | 'freeSpaceFloorBytes'
  >;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
}

/** Recordings bring some megabytes in this time; a flood of starts asks once. */
const KNOWN_MS = 5000;
/** Workspaces whose sums are kept at a time. */
const KNOWN_MAX = 1000;

export function openStorageSpace({ db, config, log, ...parts }: SpaceParts): StorageSpace {
  const { knownMs = KNOWN_MS } = parts;
  const freeBytes = parts.freeBytes ?? (() => freeBytesOf(config.dataDir));
  const isOnDisk = !(config.databaseUrl && config.s3) && config.freeSpaceFloorBytes > 0;
  const quota = config.workspaceQuotaBytes;
  /** Bytes of whole recordings on their way here. */
  const coming = new Map<WorkspaceId, number>();
  let wasLow = false;

  const isDiskLow = knownFor(knownMs, async () => {
    if (!isOnDisk) return false;
    const free = await freeBytes();
    const isLow = free < config.freeSpaceFloorBytes;
    if (isLow && !wasLow) log.warn({ freeBytes: free }, 'the disk is low: no new session begins');
    if (wasLow && !isLow) log.info({ freeBytes: free }, 'the disk has room: sessions begin again');
    wasLow = isLow;
    return isLow;
  });

  const sums = new LRUCache<WorkspaceId, () => Promise<number>>({ max: KNOWN_MAX });
  const storedBytes = (workspaceId: WorkspaceId): Promise<number> => {
    const known = sums.get(workspaceId) ?? knownFor(knownMs, () => sumStoredBytes(db, workspaceId));
    sums.set(workspaceId, known);
    return known();
  };

  return {
    isDiskLow: () => isDiskLow(),
    storedBytes,
    async refusal(workspaceId) {
      if (await isDiskLow()) return 'server_full';
      const isFull = quota !== null && (await storedBytes(workspaceId)) >= quota;
      return isFull ? 'workspace_full' : null;
    },
    async whileTaking({ workspaceId, bytes }, run) {
      if (await isDiskLow()) return { noSpace: 'server_full' };
      // Counted before the sum is read: another that is done meanwhile may count twice, but never not at all.
      const onTheirWay = (coming.get(workspaceId) ?? 0) + bytes;
      coming.set(workspaceId, onTheirWay);
      try {
        if (quota !== null && (await sumStoredBytes(db, workspaceId)) + onTheirWay > quota) {
          return { noSpace: 'workspace_full' };
        }
        return { taken: await run() };
      } finally {
        const left = (coming.get(workspaceId) ?? 0) - bytes;
        if (left > 0) coming.set(workspaceId, left);
        else coming.delete(workspaceId);
      }
    },
  };
}

/** Asks once in a time, however many want to know; a failure is asked again. */
function knownFor<T>(knownMs: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  let askedMs = 0;
  return () => {
    const nowMs = performance.now();
    if (answer && nowMs - askedMs < knownMs) return answer;
    askedMs = nowMs;
    answer = ask();
    answer.catch(() => {
      answer = null;
    });
    return answer;
  };
}

/** What a process without privileges may still write. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
