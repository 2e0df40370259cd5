// The plain list of tests, for clients that send no parameters: bounded as a whole, read and sent in batches, and
// one at a time for each person, so that it takes little memory however often it is requested.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { TestId } from '#contract/ids.ts';
import { LIST_MAX } from '#contract/limits.ts';
import type { Test } from '#contract/tests.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { testFromRow } from './test-answers.rules.ts';
import { listRecordingCounts, selectTestsWithRecordings } from './tests.db.ts';

/** Tests that are read and sent together: with their recordings some hundred kilobytes at most. */
const BATCH = 50;
/** Maximum time that a client which stops reading delays that person's next list. */
const TURN_MS = 10_000;

/** Sends the list once that person's list before has been sent. @throws AppError before anything is sent */
export async function sendPlainList(
  parts: Pick<Parts, 'publicUrl' | 'db' | 'plainLists'>,
  who: SignIn,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { promise, resolve, reject } = Promise.withResolvers<FastifyReply>();
  void parts.plainLists.run(who.userId, async () => {
    try {
      const batches = readBatches(parts, who);
      const first = await batches.next();
      const closed = once(reply.raw, 'close', { signal: AbortSignal.timeout(TURN_MS) });
      resolve(reply.type('application/json').send(Readable.from(jsonOf(first, batches))));
      await closed;
    } catch (error) {
      // After an answer has begun this is the end of its turn.
      reject(error);
    }
  });
  return await promise;
}

/** The newest LIST_MAX tests, with LIST_MAX recordings in all: of each the newest, as many as there is room for. */
async function* readBatches(
  parts: Pick<Parts, 'publicUrl' | 'db'>,
  { workspaceId }: SignIn,
): AsyncGenerator<Test[], void> {
  const counts = await listRecordingCounts(parts.db, { workspaceId, limit: LIST_MAX });
  const share = evenShare(counts, LIST_MAX);
  let left = counts.length;
  for (let last: TestId | null = null; left > 0; ) {
    const after: { after?: { id: string; value: null } } = last
      ? { after: { id: last, value: null } }
      : {};
    const page = { workspaceId, ...after, limit: Math.min(BATCH, left) };
    const rows = await selectTestsWithRecordings(parts.db, page, share);
    left = rows.length < page.limit ? 0 : left - rows.length;
    last = rows.at(-1)?.id ?? null;
    yield rows.map((row) => testFromRow(row, parts.publicUrl));
  }
}

/** The largest number that, taken from each at most, comes to no more than this in all; 1 at least. */
export function evenShare(counts: readonly number[], most: number): number {
  let left = most;
  const rising = counts.toSorted((a, b) => a - b);
  for (const [at, count] of rising.entries()) {
    const share = Math.floor(left / (rising.length - at));
    if (count > share) return Math.max(1, share);
    left -= count;
  }
  return most;
}

async function* jsonOf(
  first: IteratorResult<Test[], void>,
  batches: AsyncGenerator<Test[], void>,
): AsyncGenerator<string> {
  let before = '[';
  for (let batch = first; !batch.done; batch = await batches.next()) {
    for (const test of batch.value) {
      yield before + JSON.stringify(test);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}
