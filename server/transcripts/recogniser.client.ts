// Sends sound to a recogniser, by OpenAI's interface for transcriptions. Sound contains people's voices: the
// recogniser gets the sound and the key, no redirect is followed, and the size of its answer is bounded.
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { TranscriptFailure } from '#contract/transcripts.ts';
import type { Sound } from '#server/media/sound.ts';
import type { Recogniser } from '#server/platform/config/recogniser.ts';
import { readAtMost } from '#server/platform/security/read-at-most.ts';
import { parseSpeech, type RecognisedSpeech } from './recognised-speech.ts';

/** Nothing came of an attempt; its message is for members. */
export class RecogniserFailure extends Error {
  override readonly name = 'RecogniserFailure';
  readonly reason: TranscriptFailure['reason'];
  constructor(reason: TranscriptFailure['reason'], text: string) {
    super(text);
    this.reason = reason;
  }
}

export interface RecogniserBounds {
  /**
   * Time from the request to the last byte of the answer. A recogniser on a processor takes as long as people
   * spoke.
   */
  answerMs: number;
  /** Ten minutes of fast speech with everything that recognisers add come to about one megabyte. */
  answerBytes: number;
}
export const RECOGNISER_BOUNDS: RecogniserBounds = {
  answerMs: 30 * 60_000,
  answerBytes: 4 * 1024 * 1024,
};

/** @throws RecogniserFailure */
export async function askRecogniser(
  recogniser: Recogniser,
  sound: Pick<Sound, 'bytes' | 'type' | 'name'>,
  bounds: RecogniserBounds = RECOGNISER_BOUNDS,
): Promise<RecognisedSpeech> {
  const { host } = new URL(recogniser.url);
  const form = new Response(formOf(recogniser, sound));
  const { status, type, body } = await send(recogniser, form, bounds);
  const refusal = refusalOf(host, status);
  if (refusal) throw refusal;
  const speech = parseSpeech(body);
  if (speech) return speech;
  const what = type === '' ? 'something' : type;
  throw new RecogniserFailure('nonsense', `${host} answered ${what} that is no transcript.`);
}

function formOf({ model }: Recogniser, { bytes, type, name }: Parameters<typeof askRecogniser>[1]) {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  form.append('model', model);
  form.append('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  return form;
}

function refusalOf(host: string, status: number): RecogniserFailure | null {
  if (status === 200) return null;
  if (status >= 300 && status < 400) {
    return new RecogniserFailure('refused', `${host} sends to another address (status ${status}).`);
  }
  if (status === 401 || status === 403) {
    return new RecogniserFailure(
      'refused',
      `${host} refuses this server’s key (status ${status}).`,
    );
  }
  const isBusy = status >= 500 || [408, 409, 425, 429].includes(status);
  return isBusy
    ? new RecogniserFailure('busy', `${host} can’t answer right now (status ${status}).`)
    : new RecogniserFailure('refused', `${host} refuses the recording (status ${status}).`);
}

interface RecogniserAnswer {
  status: number;
  /** Media type without parameters. */
  type: string;
  body: string;
}

async function send(
  { url, key }: Recogniser,
  form: Response,
  { answerMs, answerBytes }: RecogniserBounds,
): Promise<RecogniserAnswer> {
  const { host, protocol } = new URL(url);
  const bytes = new Uint8Array(await form.arrayBuffer());
  const signal = AbortSignal.timeout(answerMs);
  try {
    const request = (protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      method: 'POST',
      headers: {
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': bytes.length,
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      signal,
    });
    request.end(bytes);
    const response = await answerTo(request);
    const { statusCode: status = 0, headers } = response;
    const type = headers['content-type']?.split(';')[0]?.trim() ?? '';
    return { status, type, body: await bodyOf(response, host, answerBytes) };
  } catch (error) {
    if (error instanceof RecogniserFailure) throw error;
    if (signal.aborted) {
      const minutes = Math.round(answerMs / 60_000);
      throw new RecogniserFailure('slow', `${host} did not answer within ${minutes} minutes.`);
    }
    const { code } = error as NodeJS.ErrnoException;
    throw new RecogniserFailure(
      'unreachable',
      `${host} can’t be reached (${code ?? 'no reason'}).`,
    );
  }
}

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
}

async function bodyOf(response: IncomingMessage, host: string, most: number): Promise<string> {
  const bytes = await readAtMost(response, most);
  if (bytes) return bytes.toString('utf8');
  const limit = Math.round(most / 1024 / 1024);
  throw new RecogniserFailure('nonsense', `${host} answered more than ${limit} MB.`);
}
