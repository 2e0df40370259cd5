// The job indexes.move: indexes in rows go to storage, batch by batch, and what cannot be moved is made again when it is
// watched.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { indexKey, videoKey } from '#server/media/object-keys.ts';
import { FeedTurns, indexStored } from '#server/media/video-indexer.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { ReadCount } from '#testing/counted-storage.ts';
import { recordSession, sentVideo } from '#testing/participant.ts';
import { moveOlderIndexes } from './older-indexes.ts';

const reads = new ReadCount();
let app: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ storage: (storage) => reads.of(storage) });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  test = (await owner.post('/api/tests', input)).body;
});

/** A finished recording as an older release left it. */
async function olderRecording(): Promise<{
  id: SessionId;
  key: string;
  watch: () => Promise<Buffer>;
}> {
  const { _id: id, userTimestamp } = await recordSession(app.anyone, test, { name: 'Ada' });
  const key = videoKey(id as SessionId);
  const { index } = await indexStored({ storage: app.parts.storage, key, turns: new FeedTurns() });
  await app.parts.db
    .updateTable('recordings')
    .set({ media_index: JSON.stringify(index) })
    .where('session_id', '=', id)
    .execute();
  await app.parts.storage.delete(indexKey(key));
  const path = `/api/recording_data/${test.uniqueId}/${test._id}/x/y/${userTimestamp}`;
  const watch = async () => {
    // As after a restart.
    await sql`UPDATE sessions SET finished_at = finished_at + interval '1 second' WHERE id = ${id}`.execute(
      app.parts.db,
    );
    const answer = await owner.fetch(path);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  return { id: id as SessionId, key, watch };
}

async function indexInRow(id: SessionId): Promise<unknown> {
  const row = await app.parts.db
    .selectFrom('recordings')
    .select('media_index')
    .where('session_id', '=', id)
    .executeTakeFirst();
  return row?.media_index;
}

it('an older index is read from its row, and from storage once it is moved', async () => {
  const { id, key, watch } = await olderRecording();
  const before = await watch();
  await moveOlderIndexes(app.parts, {});
  expect(await indexInRow(id)).toBeNull();
  expect(await app.parts.storage.size(indexKey(key))).toBeLessThan(3000);
  reads.reset();
  expect(await watch()).toEqual(before);
  // The index, its mark, and what is played: nothing was indexed again.
  expect(reads.bytes).toBeLessThan(sentVideo.length + 4000);
  await moveOlderIndexes(app.parts, {});
});

it('one that cannot be moved stays, and the others go; the next job moves it', async () => {
  const [first, second] = [await olderRecording(), await olderRecording()];
  const full = new Proxy(app.parts.storage, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'put') return typeof value === 'function' ? value.bind(target) : value;
      return async (key: string, bytes: Uint8Array) => {
        if (key.startsWith(`recordings/${first.id}`)) throw new Error('full');
        return await target.put(key, bytes);
      };
    },
  });
  await moveOlderIndexes({ ...app.parts, storage: full }, {});
  expect(await indexInRow(first.id)).not.toBeNull();
  expect(await indexInRow(second.id)).toBeNull();
  await moveOlderIndexes(app.parts, { after: first.id });
  expect(await indexInRow(first.id)).not.toBeNull();
  await moveOlderIndexes(app.parts, {});
  expect(await indexInRow(first.id)).toBeNull();
});

it('one that no schema knows, or whose video is gone, is let go of; the video is indexed again', async () => {
  const [unknown, gone] = [await olderRecording(), await olderRecording()];
  const before = await unknown.watch();
  await sql`UPDATE recordings SET media_index = '{"version":9}' WHERE session_id = ${unknown.id}`.execute(
    app.parts.db,
  );
  const bytes = await app.parts.storage.readBytes(gone.key, 0, 1_000_000);
  await app.parts.storage.delete(gone.key);
  await moveOlderIndexes(app.parts, {});
  expect([await indexInRow(unknown.id), await indexInRow(gone.id)]).toEqual([null, null]);
  expect(await app.parts.storage.size(indexKey(gone.key))).toBeUndefined();
  expect(await unknown.watch()).toEqual(before);
  // Its storage is restored later.
  await app.parts.storage.put(gone.key, bytes);
  expect((await gone.watch()).length).toBe(before.length);
});
