// Words that espeak-ng speaks, as a WAV file with a known beginning of each; for what a recogniser must hear.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './programs.ts';

/** Words that pocketsphinx recognises correctly from that voice, and words that it could confuse them with. */
export const SPOKEN_WORDS = ['umbrella', 'banana', 'tomorrow', 'hospital'] as const;
export const OTHER_WORDS = ['potato', 'elephant'] as const;

export interface Speech {
  wav: Buffer;
  words: { text: string; startMs: number }[];
}

const HEADER_BYTES = 44;
const run = promisify(execFile);

/** @param leadMs silence before the first word, and `pauseMs` after each */
export async function speak(
  texts: readonly string[],
  { leadMs, pauseMs }: { leadMs: number; pauseMs: number },
): Promise<Speech> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-speech-'));
  const spoken = new Map<string, Buffer<ArrayBufferLike>>();
  for (const text of new Set(texts)) {
    const path = join(folder, `${text}.wav`);
    await run(findProgram('espeak-ng'), ['-v', 'en-us', '-s', '130', '-w', path, text]);
    spoken.set(text, await readFile(path));
  }
  await rm(folder, { recursive: true });
  const [sample = Buffer.alloc(HEADER_BYTES)] = spoken.values();
  const bytesPerMs = (sample.readUInt32LE(24) * 2) / 1000;
  const silence = (ms: number) => Buffer.alloc(Math.round((ms * bytesPerMs) / 2) * 2);
  const pieces: Buffer<ArrayBufferLike>[] = [silence(leadMs)];
  const words: Speech['words'] = [];
  let bytes = pieces[0]?.length ?? 0;
  for (const text of texts) {
    const voice = spoken.get(text)?.subarray(HEADER_BYTES) ?? Buffer.alloc(0);
    words.push({ text, startMs: bytes / bytesPerMs });
    pieces.push(voice, silence(pauseMs));
    bytes += voice.length + (pieces.at(-1)?.length ?? 0);
  }
  const header = Buffer.from(sample.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(bytes + HEADER_BYTES - 8, 4);
  header.writeUInt32LE(bytes, HEADER_BYTES - 4);
  return { wav: Buffer.concat([header, ...pieces]), words };
}
