// A recorder that needs no time: it takes the place of the browser's own in a page and hands over a made
// recording, the first part quickly, the rest at a recorder's pace. Everything behind it is the page's own.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { BrowserContext } from 'playwright-core';
import type { LiveRecording } from './long-recording.ts';

/** Recorded pieces that are handed over quickly, and the rate. */
export interface Feed {
  /** Pieces of a second that come without waiting for their second to pass. */
  quickPieces: number;
  quickEveryMs: number;
}

export interface FeedServer {
  origin: string;
  close(): Promise<void>;
}

/** Serves a recording's pieces to pages of any origin: /head and /cluster/{number}. */
export async function serveFeed(recording: LiveRecording): Promise<FeedServer> {
  const server = createServer((request, response) => {
    const number = /^\/cluster\/(\d+)$/.exec(request.url ?? '')?.[1];
    response.setHeader('access-control-allow-origin', '*');
    response.end(number === undefined ? recording.head : recording.cluster(Number(number)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the feed has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Replaces the recorder in every page of the context, which must not enforce content policies. */
export async function feedRecorders(
  context: BrowserContext,
  origin: string,
  feed: Feed,
): Promise<void> {
  await context.addInitScript(installRecorder, { origin, ...feed });
}

/** Runs in the page. A take that follows another begins with a head and goes on with the next cluster. */
function installRecorder({ origin, quickPieces, quickEveryMs }: Feed & { origin: string }): void {
  const PIECE_MS = 1000;
  let next = 0;
  const bytesOf = async (path: string) => (await fetch(`${origin}/${path}`)).arrayBuffer();

  class FedRecorder extends EventTarget {
    static isTypeSupported = (type: string) => type === 'video/webm;codecs=vp8,opus';
    readonly mimeType = 'video/webm;codecs=vp8,opus';
    readonly #stream: MediaStream;
    #stopped = Promise.withResolvers<void>();
    state = 'inactive';

    constructor(stream: MediaStream) {
      super();
      this.#stream = stream;
    }

    start(): void {
      this.state = 'recording';
      for (const track of this.#stream.getTracks()) {
        track.addEventListener('ended', () => this.stop());
      }
      this.#feed().catch((error) => console.error('The feed broke off.', error));
    }

    stop(): void {
      this.state = 'inactive';
      this.#stopped.resolve();
    }

    async #feed(): Promise<void> {
      let parts = [await bytesOf('head')];
      while (this.state === 'recording') {
        const waitMs = next < quickPieces ? quickEveryMs : PIECE_MS;
        const bytes = bytesOf(`cluster/${next}`);
        next += 1;
        await Promise.race([
          this.#stopped.promise,
          new Promise((resolve) => setTimeout(resolve, waitMs)),
        ]);
        // Stopped within a second, it hands over all of it: no less than a recorder would.
        parts.push(await bytes);
        const data = new Blob(parts);
        parts = [];
        this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
      }
      this.dispatchEvent(new Event('stop'));
    }
  }
  Object.assign(globalThis, { MediaRecorder: FedRecorder, fedPieces: () => next });
}
