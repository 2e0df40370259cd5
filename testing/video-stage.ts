// The app with a test and an owner, who gets videos of recordings, clips and reels from it.
import type { Clip } from '#contract/clips.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from './app.ts';
import { successBody, type TestClient } from './client.ts';
import { recordVideo } from './messages.ts';

export interface VideoStage {
  app: TestApp;
  owner: TestClient;
  test: Test;
  /** A recording that another client sent as a whole. */
  send(video: Uint8Array): ReturnType<typeof recordVideo>;
  clipOf(
    sessionId: string,
    stretch: { fromMs: number; toMs: number; title?: string },
  ): Promise<Clip>;
  /** Returns the bytes that the owner receives from an address. */
  bytesOf(path: string, headers?: Record<string, string>): Promise<Buffer>;
}

export async function openVideoStage(): Promise<VideoStage> {
  const app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl };
  const test = successBody<Test>(await owner.post('/api/tests', form));
  return {
    app,
    owner,
    test,
    send: (video) => recordVideo(app, test, { video }),
    clipOf: async (sessionId, stretch) =>
      successBody(await owner.post(`/api/recordings/${sessionId}/clips`, stretch)),
    bytesOf: async (path, headers = {}) =>
      Buffer.from(await (await owner.fetch(path, { headers })).arrayBuffer()),
  };
}
