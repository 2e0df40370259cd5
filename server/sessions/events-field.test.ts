// The list of raw messages in a form: what is one, what is none, and how little is read of one that is none.
import { describe, expect, it } from 'vitest';
import { MESSAGES_MAX } from '#contract/limits.ts';
import { unpackMessages } from '#server/events/message-form.rules.ts';
import { cutAnywhere } from '#testing/cut-anywhere.ts';
import { readEventsField } from './events-field.ts';

const message = {
  type: 'NEW_STATE',
  data: { text: '[{,"\\\\"}] 🌿 \u2028', deep: [[{ a: [1, 2] }], {}] },
};

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk as string);
}

/** Reads a field. @returns its messages, after a check that their bytes are counted */
async function readEvents(source: AsyncIterable<Buffer>) {
  let held = 0;
  const field = await readEventsField(source, (bytes) => {
    held += bytes;
  });
  expect(held).toBe(field.pages.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const pages = await Promise.all(field.pages.map(unpackMessages));
  const events = pages.flatMap(({ seqs, message }) => seqs.map((_, place) => message(place)));
  expect(field.messages).toBe(events.length);
  return events;
}

describe('a list', () => {
  it.each([
    ['of nothing', '[]', 0],
    ['of nothing, with blanks', ' [ \n\t ] \r\n', 0],
    ['of one', JSON.stringify([message]), 1],
    ['of several', JSON.stringify([message, message, message]), 3],
    ['that is indented', JSON.stringify([message, message], null, 8), 2],
  ])('%s, cut anywhere', async (_what, text, count) => {
    for (const { chunks } of cutAnywhere(Buffer.from(text))) {
      const events = await readEvents(chunksOf(...chunks));
      expect(events.map(({ seq, atMs, type }) => [seq, atMs, type])).toEqual(
        Array.from({ length: count }, (_, seq) => [seq, 0, 'NEW_STATE']),
      );
      for (const { data } of events) expect(JSON.parse(data)).toEqual(message.data);
    }
  });

  it('with numbers and times of its own', async () => {
    const [event] = await readEvents(chunksOf(JSON.stringify([{ ...message, seq: 7, atMs: 0.5 }])));
    expect(event).toMatchObject({ seq: 7, atMs: 0.5 });
  });

  it('longer than a session may have: the messages beyond are not kept', async () => {
    const one = '{"type":"NEW_STATE","data":{}}';
    const events = await readEvents(chunksOf(`[${`${one},`.repeat(MESSAGES_MAX + 10)}${one}]`));
    expect(events.length).toBe(MESSAGES_MAX);
  });
});

describe('no list', () => {
  it.each([
    '',
    ' ',
    'null',
    '{}',
    '"[]"',
    '[',
    '[}',
    '{]',
    '[]]',
    '[] x',
    'x []',
    '\ufeff[]',
    '[1]',
    '[,]',
    '[null]',
    '[[]]',
    '[{}]',
    '["a]',
    `[${JSON.stringify(message)},]`,
    `[,${JSON.stringify(message)}]`,
    `[${JSON.stringify(message)} ${JSON.stringify(message)}]`,
    `[${JSON.stringify(message)},,${JSON.stringify(message)}]`,
    `[${JSON.stringify({ ...message, seq: null })}]`,
    `[${JSON.stringify({ ...message, data: { text: 'x'.repeat(5000) } })}]`,
    `[{"type":"NEW_STATE","data":{"a":${'['.repeat(70)}${']'.repeat(70)}}}]`,
  ])('%s', async (text) => {
    for (const { chunks } of cutAnywhere(Buffer.from(text))) {
      await expect(readEvents(chunksOf(...chunks))).rejects.toThrow('not a list');
    }
  });
});

describe('how much is read', () => {
  /** Chunks of 64 kB without an end, counted. */
  function endless(start: string, piece: string) {
    const counted = { chunks: 0 };
    async function* source(): AsyncGenerator<Buffer> {
      yield Buffer.from(start);
      for (;;) {
        counted.chunks += 1;
        yield Buffer.from(piece.repeat(65_536 / piece.length));
      }
    }
    return { counted, source: source() };
  }

  it.each([
    ['numbers', '[', '1,1,'],
    ['empty objects', '[', '{},{},{}'],
    ['brackets', '', '['],
    ['one text', '["', 'a'],
    ['messages after a bad one', '[{},', '{"type":"NEW_STATE","data":{}} ,'],
  ])('%s: no more than the first chunk', async (_what, start, piece) => {
    const { counted, source } = endless(start, piece);
    await expect(readEvents(source)).rejects.toThrow('not a list');
    expect(counted.chunks).toBeLessThanOrEqual(1);
  });

  it('blanks: 16 MB at most', async () => {
    const { counted, source } = endless('[', ' ');
    await expect(readEvents(source)).rejects.toThrow('too large');
    expect(counted.chunks).toBe(256);
  });
});
