// A creator with a list of tests on the real server, as the dashboard requests it.

import { z } from 'zod';
import { revisionId, type SessionId, testId, type UploadId } from '#contract/ids.ts';
import { LIST_MAX } from '#contract/limits.ts';
import { findSignIn } from '#server/accounts/sign-ins.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { SIGN_IN_COOKIE } from '#server/platform/http/credentials.ts';
import { newId } from '#server/platform/new-id.ts';
import { selectTestsWithRecordings } from '#server/tests/tests.db.ts';
import { TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';

/** A busy creator's dashboard. */
const TESTS = 20;
const RECORDINGS_EACH = 5;

/** Signs a person in and gives them tests with recordings. */
export async function addDashboardTests(db: Database, origin: string): Promise<TestClient> {
  const client = new TestClient(origin);
  await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
  await client.post('/api/set-company', { company: 'Acme' });
  for (let number = 1; number <= TESTS; number += 1) {
    const { status, body } = await client.post('/api/tests', {
      name: `Checkout, round ${number}`,
      task: 'Find a plant for a dark hallway and order it as a gift. Say aloud what you look for.',
      figmaUrl: `https://shop.example.com/prototype/${number}`,
    });
    if (status !== 201) throw new Error(`no test was created: ${status}`);
    await addRecordings(db, createdTest.parse(body));
  }
  return client;
}

const createdTest = z.object({ _id: testId, revision: z.object({ _id: revisionId }) });

async function addRecordings(db: Database, test: z.infer<typeof createdTest>): Promise<void> {
  const now = Date.now();
  for (let number = 1; number <= RECORDINGS_EACH; number += 1) {
    const id = newId<SessionId>();
    const name = `Participant ${number}`;
    const session = {
      id,
      test_id: test._id,
      revision_id: test.revision._id,
      participant_name: name,
      timestamp_ms: now + number,
      number,
      browser_key: null,
      state: 'finished' as const,
      finished_at: new Date(),
      waiting_from: null,
    };
    const recording = {
      session_id: id,
      upload_id: newId<UploadId>(),
      state: 'ready' as const,
      size_bytes: 18_750_000,
      length_bytes: 18_750_000,
      duration_ms: 60_000,
      clicks: 24,
    };
    await db.insertInto('sessions').values(session).execute();
    await db.insertInto('recordings').values(recording).execute();
  }
}

/** Runs on `db` what one answer of the list makes our server run. */
export async function readListFromDatabase(db: Database, client: TestClient): Promise<void> {
  const signIn = await findSignIn(db, client.cookies.get(SIGN_IN_COOKIE) ?? '');
  if (!signIn) throw new Error('the sign-in is gone');
  await selectTestsWithRecordings(
    db,
    { workspaceId: signIn.workspaceId, limit: LIST_MAX },
    LIST_MAX,
  );
}
