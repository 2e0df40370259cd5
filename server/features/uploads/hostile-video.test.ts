// Videos made to fill the server's memory, sent as a participant sends pieces: refused, and the session goes on.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { MP4_BOMBS } from '#testing/index-bombs.ts';
import { sendPiece, sentVideo, startSession } from '#testing/participant.ts';

let app: TestApp;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  test = (await owner.post('/api/tests', form)).body;
});
afterAll(() => app?.close());

const promises = Object.entries(MP4_BOMBS).filter(([what]) => /no bytes|never come/.test(what));

it.each(promises)(
  '%s: refused at once, and an honest video takes its place',
  async (_what, bomb) => {
    const session = await startSession(app.anyone, test);
    const key = videoKey(session._id);
    const refused = await sendPiece(app.anyone, session, {
      offset: 0,
      bytes: Uint8Array.from(bomb),
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'unreadable_video']);
    expect(await app.parts.storage.size(key)).toBeUndefined();
    expect(app.parts.intake.isArriving(key)).toBe(false);
    const sent = await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    expect(sent.status).toBe(204);
  },
);
