// A real recogniser behind the interface that servers of transcripts have: Debian's pocketsphinx with a grammar of some
// words. Free speech of a synthetic voice is beyond it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './programs.ts';
import { type RecogniserRequest, startRecogniser, type TestRecogniser } from './recogniser.ts';

const run = promisify(execFile);

export function hasPocketsphinx(): boolean {
  try {
    return [findProgram('pocketsphinx'), findProgram('espeak-ng')].length > 0;
  } catch {
    return false; // not on this machine: the tests that need it are left out
  }
}

/** @param words all that it can hear */
export async function startPocketsphinx(words: readonly string[]): Promise<TestRecogniser> {
  return await startRecogniser((request) => hear(request, words));
}

async function hear({ form }: RecogniserRequest, words: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-hear-'));
  try {
    const [given, wav, grammar] = ['sound', 'sound.wav', 'words.jsgf'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(given, Buffer.from(await (form.get('file') as File).arrayBuffer()));
    await writeFile(
      grammar,
      `#JSGF V1.0;\ngrammar words;\npublic <words> = ( ${words.join(' | ')} )+;\n`,
    );
    await run(findProgram('ffmpeg'), [
      '-loglevel',
      'error',
      '-i',
      given,
      '-ar',
      '16000',
      '-ac',
      '1',
      wav,
    ]);
    const programArguments = [
      '-infile',
      wav,
      '-jsgf',
      grammar,
      '-time',
      'yes',
      '-logfn',
      '/dev/null',
    ];
    const { stdout } = await run(findProgram('pocketsphinx'), programArguments);
    return answerOf(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A line of what was said, then one for each word: its start, its end and how sure it is. */
function answerOf(printed: string) {
  const words: { word: string; start: number; end: number }[] = [];
  for (const line of printed.split('\n')) {
    const [, word = '', start = '', end = ''] =
      /^([a-z]+)(?:\(\d+\))? ([\d.]+) ([\d.]+) [\d.]+$/.exec(line) ?? [];
    if (word !== '') words.push({ word, start: Number(start), end: Number(end) });
  }
  const segments = words.map(({ word, start, end }, id) => ({ id, start, end, text: ` ${word}` }));
  return {
    task: 'transcribe',
    language: 'english',
    text: words.map(({ word }) => word).join(' '),
    segments,
    words,
  };
}
