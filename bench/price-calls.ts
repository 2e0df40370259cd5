// The worst permitted request of each call of the price list (testing/prices/price-list.ts), as often as the bench asks for it.
import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { ViewKind } from '#contract/view-links.ts';
import { makePng } from '#testing/image-bombs.ts';
import { bearer, pieceHeaders, sentVideo } from '#testing/participant.ts';
import { exchange } from '#testing/visitor.ts';
import type { PricedRequest } from './price-request.ts';
import type { PriceStage } from './price-stage.ts';

/** Returns the number-th request of a call. */
type Make = (stage: PriceStage, number: number) => PricedRequest | Promise<PricedRequest>;

const JSON_TYPE = { 'content-type': 'application/json' };
const json = (method: string, path: string, body: unknown): PricedRequest => ({
  method,
  path,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});
const withHeaders = (request: PricedRequest, headers: Record<string, string>): PricedRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});
const get = (path: string): PricedRequest => ({ method: 'GET', path });
/** 4000 characters are the most that `next` may have. */
const NEXT = `/${'a'.repeat(3999)}`;
const TOKEN = 'A'.repeat(43);

/** A call below a link, by its path below `/api`. Another text each time makes another question. */
const below =
  (kind: ViewKind, path: (stage: PriceStage, number: number) => string): Make =>
  (stage, number) => {
    const { view, cookie } = stage.visitors[kind];
    return {
      method: 'GET',
      path: `/api/view/${view._id}${path(stage, number)}`,
      headers: { cookie },
    };
  };
let question = 0;
/** A day before all sessions: another question each time, with the same answer. */
const newDay = () => {
  question += 1;
  return new Date(Date.UTC(1000, 0, question)).toISOString().slice(0, 10);
};
const results = (path: string) =>
  below(
    'results',
    ({ testId }) => `/tests/${testId}/${path}${path.includes('?') ? '&' : '?'}from=${newDay()}`,
  );
const recording = (path: (stage: PriceStage) => string) => below('recording', path);
const LASSO = Array.from({ length: 500 }, (_, at) => {
  const angle = (at / 500) * 2 * Math.PI;
  return `${(500 + 480 * Math.cos(angle)).toFixed(1)}:${(500 + 480 * Math.sin(angle)).toFixed(1)}`;
}).join();

let seq = 0;
const messages = (count: number, characters: number) =>
  Array.from({ length: count }, () => {
    seq += 1;
    return {
      seq: seq % 19_000,
      atMs: seq,
      type: 'MOUSE_PRESS_OR_RELEASE',
      data: {
        presentedNodeId: `${seq}:1`,
        targetNodeId: `${seq}:2`,
        handled: true,
        text: 'x'.repeat(characters),
      },
    };
  });

function multipart(
  fields: Record<string, { type: string; bytes: Buffer | string; name?: string }>,
) {
  const boundary = 'price';
  const parts = Object.entries(fields).flatMap(([field, { type, bytes, name }]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${name ? `; filename="${name}"` : ''}\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .webp({ quality: 40 })
    .toBuffer();
const POSTER = await noise(640, 640);
const SHEET = await noise(200 * 5, 200 * 2);
/** As many pixels as one picture may have. */
const LARGEST = makePng({ width: 4096, height: 8192 });

const oneSession = new Map<string, ReturnType<PriceStage['startSession']>>();
/** The same session for each call of a row. */
function sessionFor(stage: PriceStage, call: string) {
  const known = oneSession.get(call) ?? stage.startSession();
  oneSession.set(call, known);
  return known;
}
/** A session's call. */
const own =
  (
    call: string,
    make: (
      session: Awaited<ReturnType<PriceStage['startSession']>>,
      number: number,
    ) => PricedRequest,
  ): Make =>
  async (stage, number) => {
    const session = await sessionFor(stage, call);
    const request = make(session, number);
    return { ...request, headers: { ...bearer(session), ...request.headers } };
  };

const screenshot = ({ test }: PriceStage) =>
  `/api/take-screenshot?screenId=1:2&uniqueId=${test.uniqueId}&figmaUrl=${encodeURIComponent(test.figmaUrl)}`;

async function linkCookie({ server, tokens }: PriceStage, token: 'open' | 'locked') {
  const answer = await exchange(server.origin, tokens[token]);
  const { _id } = (await answer.json()) as { _id: string };
  return { _id, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const cookies = new Map<string, ReturnType<typeof linkCookie>>();
const linkOf = (stage: PriceStage, token: 'open' | 'locked') => {
  const known = cookies.get(token) ?? linkCookie(stage, token);
  cookies.set(token, known);
  return known;
};

export const priceCalls: Record<string, Make> = {
  'accounts.signIn': () => get(`/auth/google?next=${NEXT}`),
  'accounts.signInReturn': async ({ server }) => {
    const answer = await fetch(`${server.origin}/auth/google`, { redirect: 'manual' });
    const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state');
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { ...get(`/auth/google/callback?code=x&state=${state}&iss=x`), headers: { cookie } };
  },
  'accounts.openEmailChange': () => get(`/api/user-info/emailUpdate/confirm?token=${TOKEN}`),
  'accounts.lookAtEmailChange': () =>
    json('POST', '/api/user-info/emailUpdate/look', { token: TOKEN }),
  'accounts.lookAtEmailUndo': () => json('POST', '/api/user-info/emailUndo/look', { token: TOKEN }),
  'accounts.undoEmail': () => json('POST', '/api/user-info/emailUndo', { token: TOKEN }),
  'invitations.look': () => json('POST', '/api/invitations/look', { token: TOKEN }),
  'tests.overview': below('results', ({ testId }) => `/tests/${testId}/overview`),
  'personalLinks.open': ({ test }) =>
    json('POST', `/api/link/${test.uniqueId}/personal-link`, { token: TOKEN }),
  'sessions.link': ({ test }) => get(`/api/link/${test.uniqueId}`),
  'sessions.start': ({ test }) =>
    json('POST', `/api/link/${test.uniqueId}/sessions`, {
      name: 'x'.repeat(100),
      browserKey: randomUUID(),
    }),
  'sessions.opening': ({ test }) =>
    json('PUT', `/api/link/${test.uniqueId}/openings/${randomUUID()}`, {
      revisionId: test.revision._id,
      obstacle: 'sharing_refused',
      browserKey: randomUUID(),
    }),
  'sessions.screening': ({ test }) =>
    json('POST', `/api/link/${test.uniqueId}/openings/${randomUUID()}/screening`, {
      revisionId: test.revision._id,
      answers: [],
    }),
  'sessions.keepSlot': own('keepSlot', ({ _id }) => ({
    method: 'POST',
    path: `/api/sessions/${_id}/slot`,
  })),
  'sessions.events': own('events', ({ _id }) =>
    json('POST', `/api/sessions/${_id}/events`, { events: messages(1, 0) }),
  ),
  'sessions.heatmaps': own('heatmaps', ({ _id }, number) => ({
    method: 'POST',
    path: `/api/sessions/${_id}/heatmaps`,
    ...multipart({
      [`1-${number}`]: { type: 'image/png', bytes: LARGEST, name: `1-${number}.png` },
    }),
  })),
  'sessions.measureConnection': async (stage) => {
    const session = await stage.startSession();
    const body = { padding: 'x'.repeat(256 * 1024) };
    return withHeaders(
      json('POST', `/api/sessions/${session._id}/connection`, body),
      bearer(session),
    );
  },
  'sessions.answers': own('answers', ({ _id }) =>
    json('PUT', `/api/sessions/${_id}/answers`, { didIt: true, ease: 1, helped: 'x'.repeat(2000) }),
  ),
  'sessions.answer': own('answer', ({ _id }) =>
    json('PUT', `/api/sessions/${_id}/answers/2`, { answer: '🦩'.repeat(2000) }),
  ),
  'sessions.abandon': own('abandon', ({ _id }) => ({
    method: 'POST',
    path: `/api/sessions/${_id}/abandon`,
  })),
  'sessions.finish': ({ test }) => ({
    method: 'POST',
    path: `/api/link/upload/${test.uniqueId}/${test._id}/x/y`,
    ...multipart({
      video: { type: 'video/webm', bytes: Buffer.from(sentVideo), name: 'a.webm' },
      events: { type: 'text/plain', bytes: JSON.stringify(messages(20_000, 300)) },
    }),
  }),
  'uploads.discover': () => ({ method: 'OPTIONS', path: '/api/uploads' }),
  'uploads.discoverOne': () => ({ method: 'OPTIONS', path: '/api/uploads/x' }),
  'uploads.create': own('create', () => ({
    method: 'POST',
    path: '/api/uploads',
    headers: { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
  })),
  'uploads.append': own('append', (session, number) => ({
    method: 'PATCH',
    path: session.uploadUrl,
    headers: pieceHeaders(session, number),
    body: sentVideo.subarray(number, number + 1),
  })),
  'stills.storePoster': own('poster', ({ _id }, number) => ({
    method: 'PUT',
    path: `/api/sessions/${_id}/poster?timeMs=${number}`,
    headers: { 'content-type': 'image/webp' },
    body: POSTER,
  })),
  'stills.storeSheet': own('sheet', ({ _id }, number) => ({
    method: 'PUT',
    path: `/api/sessions/${_id}/stills/${number}?timesMs=${number}`,
    headers: { 'content-type': 'image/webp' },
    body: SHEET,
  })),
  'stills.poster': recording(({ recorded }) => `/recordings/${recorded.sessionId}/poster`),
  'stills.sheet': recording(({ recorded }) => `/recordings/${recorded.sessionId}/stills/0`),
  'screens.takeScreenshot': (stage) => get(screenshot(stage)),
  'screens.image': async (stage) => {
    const answer = await fetch(stage.server.origin + screenshot(stage));
    const { screenshotUrl } = (await answer.json()) as { screenshotUrl: string };
    return get(screenshotUrl);
  },
  'recordings.list': results('recordings?limit=30&text=participant'),
  'recordings.get': recording(({ recorded }) => `/tests/${recorded.place}`),
  'recordings.video': recording(({ recorded }) => `/recording_data/${recorded.place}`),
  'recordings.heatmaps': recording(({ recorded }) => `/recording_data/heatmaps/${recorded.place}`),
  'recordings.heatmapImage': recording(
    ({ recorded }) => `/recordings/${recorded.sessionId}/heatmaps/1:2`,
  ),
  'notes.ofRecording': recording(({ recorded }) => `/recordings/${recorded.sessionId}/notes`),
  'clips.get': below('clip', ({ clipId }) => `/clips/${clipId}`),
  'clips.video': below('clip', ({ clipId }) => `/clips/${clipId}/video`),
  'results.summary': results('results?text=participant'),
  'results.overview': results('results/overview?text=participant'),
  'results.choices': results('results/choices'),
  'results.texts': results('results/questions/2/texts?search=a'),
  'results.question': results('results/questions/2'),
  'results.compare': results('results/comparison?field=text&a=participant&b=part'),
  'results.screens': results('results/screens'),
  'results.heat': results('results/screens/2/heat'),
  'results.paths': results('results/paths'),
  'results.moments': results(`results/moments?of=clicked&at=2&area=${LASSO}`),
  'reels.get': below('reel', ({ reelId }) => `/reels/${reelId}`),
  'reels.download': below('reel', ({ reelId }) => `/reels/${reelId}/download`),
  'findings.report': below('report', ({ testId }) => `/tests/${testId}/report`),
  'transcripts.get': below('results', ({ transcribed }) => `/recordings/${transcribed}/transcript`),
  'transcripts.file': below(
    'results',
    ({ transcribed }) => `/recordings/${transcribed}/transcript/file/srt`,
  ),
  'transcripts.counts': results('transcripts'),
  'transcripts.search': results('transcripts/search?words=woid'),
  'myRecording.get': ({ recorded: { session } }) => ({
    ...get('/api/my-recording'),
    headers: bearer({ token: session.privateToken }),
  }),
  'myRecording.video': async ({ server, recorded: { session } }) => {
    const headers = bearer({ token: session.privateToken });
    const answer = await fetch(`${server.origin}/api/my-recording`, { headers });
    const ownRecording = (await answer.json()) as { videoUrl: string };
    return get(ownRecording.videoUrl);
  },
  'myRecording.withdraw': async (stage) => {
    const session = await stage.startSession();
    return {
      method: 'DELETE',
      path: '/api/my-recording',
      headers: bearer({ token: session.privateToken }),
    };
  },
  'views.exchange': ({ tokens }) => json('POST', '/api/view', { token: tokens.open }),
  'views.open': async (stage) => {
    const { _id, cookie } = await linkOf(stage, 'locked');
    return withHeaders(json('POST', `/api/view/${_id}`, { password: 'wrong horse' }), { cookie });
  },
  'views.state': below('results', () => ''),
  'system.about': () => get('/api/about'),
  'system.health': () => get('/api/health'),
};
