// A session as the spool's tests begin it.
import { sessionId, testId, uniqueId, uploadId } from '#contract/ids.ts';
import type { NewSession } from './spool.ts';

/** A new session with ids of its own. */
export function newSession(part: Partial<NewSession> = {}): NewSession {
  return {
    sessionId: sessionId.parse(crypto.randomUUID()),
    uniqueId: uniqueId.parse('abcdefghijklmnopqrstuv'),
    testId: testId.parse(crypto.randomUUID()),
    testName: 'Check/out "2"',
    company: 'Ünïcorp & Söhne',
    participantName: 'Ada_1',
    uploadId: uploadId.parse(crypto.randomUUID()),
    token: 'token',
    uploadUrl: '/api/uploads/x',
    figmaUrl: 'https://www.figma.com/proto/abc',
    startNodeId: null,
    createdAtMs: 1,
    ...part,
  };
}
