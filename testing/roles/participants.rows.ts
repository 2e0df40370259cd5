// Roles at the calls of participants: link, session, pieces, pictures, upload call.
import { randomUUID } from 'node:crypto';
import { bearer, sentHeatmap, sentPoster, sentSheet } from '#testing/participant.ts';
import type { RoleWorld } from './role.ts';
import { alike, json, ofLink, ofSession, type RoleRequest, type RoleRow } from './role.ts';

/** A session that a cell may end. */
const ownSession = async ({ newSession }: RoleWorld) => ({ session: await newSession() });

async function form(path: string, fields: Record<string, string | Blob>): Promise<RoleRequest> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, `${name}.png`);
  }
  const encoded = new Response(data);
  const type = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  return { method: 'POST', path, headers: { 'content-type': type }, body };
}
const png = new Blob([sentHeatmap], { type: 'image/png' });
const answers = { didIt: true, ease: 6, helped: null };
const webp = { 'content-type': 'image/webp' };
const tus = { 'tus-resumable': '1.0.0' };

export const participantRows: RoleRow[] = [
  {
    call: 'myRecording.withdraw',
    prepare: ownSession,
    request: () => ({ method: 'DELETE', path: '/api/my-recording' }),
    cells: ofLink(),
  },
  {
    call: 'myRecording.video',
    what: 'a signed address that the private link got',
    request: async ({ session }, { app }) => {
      const headers = bearer({ token: session.privateToken });
      const { body } = await app.anyone.get('/api/my-recording', headers);
      return { method: 'GET', path: body.videoUrl };
    },
    cells: alike(),
  },
  {
    call: 'sessions.heatmaps',
    request: ({ session }) => form(`/api/sessions/${session._id}/heatmaps`, { '1-2': png }),
    cells: ofSession(),
  },
  {
    call: 'sessions.answers',
    request: ({ session }) => json('PUT', `/api/sessions/${session._id}/answers`, answers),
    // They may come late.
    cells: ofSession({ after: 'ok' }),
  },
  {
    call: 'sessions.answer',
    request: ({ session, questionStep }) =>
      json('PUT', `/api/sessions/${session._id}/answers/${questionStep}`, { answer: 4 }),
    cells: ofSession({ after: 'ok' }),
  },
  {
    call: 'sessions.opening',
    request: ({ test }) =>
      json('PUT', `/api/link/${test.uniqueId}/openings/${randomUUID()}`, {
        revisionId: test.revision._id,
        obstacle: 'no_microphone',
      }),
    cells: alike(),
  },
  {
    call: 'sessions.screening',
    request: ({ test }) =>
      json('POST', `/api/link/${test.uniqueId}/openings/${randomUUID()}/screening`, {
        revisionId: test.revision._id,
        answers: [],
      }),
    cells: alike(),
  },
  {
    call: 'sessions.abandon',
    prepare: ownSession,
    request: ({ session }) => json('POST', `/api/sessions/${session._id}/abandon`),
    cells: ofSession(),
  },
  {
    call: 'sessions.finish',
    what: 'with the upload of the session',
    prepare: async ({ newStreamed }) => ({ session: await newStreamed() }),
    request: ({ test, session }) =>
      form(`/api/link/upload/${test.uniqueId}/${test._id}/x/y`, { upload: session.uploadId }),
    // The other session's own end, without that upload; a test that is not the token's.
    cells: alike('session_token_invalid', {
      participant: 'ok',
      sibling: 'not_found',
      elsewhere: 'not_found',
    }),
  },
  {
    call: 'uploads.create',
    what: "each token its session's own",
    request: () => ({
      method: 'POST',
      path: '/api/uploads',
      headers: { ...tus, 'upload-defer-length': '1' },
    }),
    cells: ofSession({ sibling: 'ok', elsewhere: 'ok' }),
  },
  {
    call: 'uploads.append',
    prepare: ownSession,
    request: ({ session }) => ({
      method: 'PATCH',
      path: session.uploadUrl,
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: Buffer.from('1a45dfa3', 'hex'),
    }),
    cells: ofSession(),
  },
  {
    call: 'uploads.append',
    what: 'HEAD, for the offset',
    status: 200,
    request: ({ session }) => ({ method: 'HEAD', path: session.uploadUrl, headers: tus }),
    cells: ofSession(),
  },
  {
    call: 'stills.storePoster',
    request: ({ session }) => ({
      method: 'PUT',
      path: `/api/sessions/${session._id}/poster?timeMs=1000`,
      headers: webp,
      body: sentPoster,
    }),
    cells: ofSession(),
  },
  {
    call: 'stills.storeSheet',
    request: ({ session }) => ({
      method: 'PUT',
      path: `/api/sessions/${session._id}/stills/0?timesMs=0,2000`,
      headers: webp,
      body: sentSheet,
    }),
    cells: ofSession(),
  },
];
