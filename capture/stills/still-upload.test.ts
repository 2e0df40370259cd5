// Stills give way to the video, and are left out rather than waited for.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadState } from '../upload/session-upload.ts';
import { leavesBandwidth, StillUpload } from './still-upload.ts';

const streaming: UploadState = {
  phase: 'streaming',
  storedBytes: 5_000_000,
  spooledBytes: 5_300_000,
  connected: true,
  failures: 0,
  problem: null,
};

it.each<[string, Partial<UploadState>, boolean]>([
  ['the video keeps up', {}, true],
  ['video waits', { spooledBytes: 7_000_000 }, false],
  ['the connection is lost', { connected: false }, false],
  ['the last call is on its way', { phase: 'finishing' }, false],
  ['the server refused the video', { phase: 'failed' }, false],
  ['nothing was recorded', { phase: 'nothing' }, false],
  ['all is stored', { phase: 'done', connected: false }, true],
])('bandwidth left when %s: %s', (_what, part, leaves) => {
  expect(leavesBandwidth({ ...streaming, ...part })).toBe(leaves);
});

describe('StillUpload', () => {
  const image = new Blob(['x'], { type: 'image/webp' });
  let answers: ((response: Response | Error) => void)[];
  let sent: string[];

  beforeEach(() => {
    answers = [];
    sent = [];
    vi.stubGlobal('fetch', (address: string) => {
      sent.push(address);
      return new Promise<Response>((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      });
    });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** Answers the request that is under way, and lets what follows happen. */
  async function answer(response: Response | Error): Promise<void> {
    answers.shift()?.(response);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  const stored = () => new Response('{}');

  it('sends one after the other, and nothing before the video leaves bandwidth', async () => {
    const upload = new StillUpload('token');
    for (const address of ['a', 'b', 'c']) upload.add({ address, image });
    expect(sent).toEqual([]);
    upload.videoMoved(streaming);
    expect(sent).toEqual(['a']);
    upload.videoMoved({ ...streaming, connected: false });
    await answer(stored());
    expect(sent).toEqual(['a']);
    upload.videoMoved({ ...streaming, phase: 'finishing' });
    expect(sent).toEqual(['a']);
    upload.videoMoved({ ...streaming, phase: 'done' });
    await answer(stored());
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  it('tries once more when the connection is back, then leaves it out', async () => {
    const upload = new StillUpload('token');
    upload.videoMoved(streaming);
    upload.add({ address: 'a', image });
    upload.add({ address: 'b', image });
    await answer(new TypeError('lost'));
    expect(sent).toEqual(['a']);
    upload.videoMoved(streaming);
    await answer(new TypeError('lost'));
    upload.videoMoved(streaming);
    await answer(stored());
    expect(sent).toEqual(['a', 'a', 'b']);
  });

  it('takes a refusal for an answer, and goes on with the next', async () => {
    const upload = new StillUpload('token');
    upload.videoMoved(streaming);
    upload.add({ address: 'a', image });
    upload.add({ address: 'b', image });
    const refusal = { code: 'wrong_media', message: 'Not an image.' };
    await answer(Response.json(refusal, { status: 415 }));
    expect(sent).toEqual(['a', 'b']);
  });

  it('leaves out what the server would refuse, and what is too much to keep', async () => {
    const upload = new StillUpload('token');
    upload.add({ address: 'large', image: new Blob([new Uint8Array(256 * 1024 + 1)]) });
    for (let number = 0; number < 100; number += 1) upload.add({ address: `${number}`, image });
    upload.videoMoved(streaming);
    while (answers.length > 0) await answer(stored());
    expect([sent.length, sent[0], sent.at(-1)]).toEqual([70, '0', '69']);
  });
});
