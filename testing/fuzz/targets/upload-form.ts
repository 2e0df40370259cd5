// Bodies that call themselves upload forms: read or refused as documented, whatever their bytes are. Nothing is
// stored: what storage does with bytes is fuzzed where media are read.
import fastifyMultipart from '@fastify/multipart';
import fc from 'fast-check';
import Fastify from 'fastify';
import { AppError, type ErrorCode, errors } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { HEATMAPS_MAX } from '#contract/limits.ts';
import { ImageReader } from '#server/media/images.ts';
import { handleErrors } from '#server/platform/http/error-handler.ts';
import { HeatmapSpace } from '#server/sessions/heatmap-space.ts';
import { readUploadForm } from '#server/sessions/upload-form.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { oddText, oddValue, textOf } from '../odd-values.ts';

/** Space without end. */
const lease = { take: () => null, [Symbol.dispose]: () => undefined };

const app = Fastify();
handleErrors(app);
app.decorateRequest('heldBytes', 0);
await app.register(fastifyMultipart);
app.post('/', async (request) => {
  const target = {
    sessionId: 'session' as SessionId,
    videoKey: 'video',
    space: new HeatmapSpace(),
    lease,
    videoLease: async () => lease,
  };
  const form = await readUploadForm(dropping as never, target, request);
  const waiting = form.events.pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (request.heldBytes !== waiting) throw new Error(`${request.heldBytes} bytes are still held`);
  return { events: form.events.messages, heatmaps: form.heatmaps.size };
});
await app.ready();

/** Takes what it is given, to its end. */
const dropping = {
  storage: { put: async () => undefined },
  images: new ImageReader(),
  intake: {
    discard: async () => undefined,
    append: async (_key: string, { source }: { source: AsyncIterable<Uint8Array> }) => {
      for await (const _chunk of source);
    },
  },
};

const field = fc.oneof(
  fc.constantFrom(
    'video',
    'upload',
    'name',
    'events',
    '1-2',
    '1:2',
    'heatmap',
    '__proto__',
    'note',
  ),
  oddText,
);
const rest = textOf(
  ...['; filename="1-2.png"', '; filename="Ada_1700000000000.webm"', '; filename=""', '\r\n', '"'],
  ...[
    'Content-Type: image/png',
    'Content-Type: application/json',
    'content-transfer-encoding: base64',
  ],
);
const message = fc.record({
  type: fc.constantFrom('NEW_STATE', 'MOUSE_PRESS_OR_RELEASE', 'X'),
  data: oddValue,
});
const content = fc.oneof(
  oddText,
  fc.array(message).map((list) => JSON.stringify(list)),
  oddValue.map((value) => JSON.stringify(value) ?? ''),
  fc.uuid(),
  textOf('[', ']', '{', '}', '"', ',', '\\', '{"type":"NEW_STATE","data":{}}', ' '),
);
const part = fc
  .tuple(field, rest, content, fc.constantFrom('--b', '--b', '--b', '--', '-b', ''))
  .map(
    ([name, more, text, boundary]) =>
      `${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`,
  );

interface Form {
  parts: string[];
  end: string;
}

const textOfForm = ({ parts, end }: Form) => parts.join('') + end;

export const target = fuzzTarget<Form>({
  name: 'upload-form',
  arbitrary: fc.record({
    parts: fc.oneof(
      { weight: 9, arbitrary: fc.array(part, { maxLength: 6 }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(part, fc.integer({ min: 1, max: HEATMAPS_MAX }))
          .map(([one, times]) => Array<string>(times).fill(one)),
      },
    ),
    end: fc.oneof(fc.constant('--b--\r\n'), fc.constantFrom('--b--', '--b', ''), oddText),
  }),
  async run(form) {
    const answer = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: textOfForm(form),
    });
    if (answer.statusCode === 200) return;
    const { code } = answer.json() as { code: ErrorCode };
    if (answer.statusCode >= 500 || errors[code]?.[0] !== answer.statusCode) {
      throw new Error(`${answer.statusCode} ${new AppError(code).message}`);
    }
  },
  allowedSteps: (form) => 60_000 + 100 * textOfForm(form).length,
  weight: 0.1,
});
