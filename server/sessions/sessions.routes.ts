// Answers a participant's calls: the link, the session, its raw messages, its end.

import type { sessions } from '#contract/sessions.api.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeAnswers, authorizeSession } from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import { deviceOf } from '#server/platform/http/device-name.ts';
import type { Call, HandlersOf } from '#server/platform/http/handlers.ts';
import { answerScreening, storeAnswer, storeAnswers, storeOpening } from './answers.service.ts';
import { storeEvents } from './events.service.ts';
import { finishUpload, storeHeatmaps } from './finish.service.ts';
import { abandonSession, keepSlot } from './sessions.service.ts';
import { showTest } from './show-test.service.ts';
import { startSession } from './start-session.service.ts';

export function sessionHandlers(parts: Parts): HandlersOf<'sessions'> {
  return {
    link: async ({ params, query, caller }) =>
      await showTest(parts, params.uniqueId, query.pilot ? await caller.signIn() : undefined),
    start: async ({ params, body, caller, request }) => ({
      session: await startSession(parts, params.uniqueId, {
        ...body,
        triedBy: body.pilot ? await caller.signIn() : undefined,
        address: countedAddress(request.ip),
        device: deviceOf(request),
      }),
    }),
    opening: async ({ params: { uniqueId, openingId }, body, caller, request }) => {
      const opening = {
        uniqueId,
        id: openingId,
        ...(await openedBy({ caller, request })),
        ...body,
      };
      const { isRepeat } = await storeOpening(parts, opening);
      return { message: 'The opening is counted.', isRepeat };
    },
    screening: async ({ params, body, caller, request }) => {
      const opened = await openedBy({ caller, request });
      return { result: await answerScreening(parts, { ...params, ...body, ...opened }) };
    },
    answers: async ({ caller, body, request }) => {
      const address = countedAddress(request.ip);
      const session = await authorizeAnswers(parts.db, caller);
      const { step, ...answers } = body;
      await storeAnswers(parts, session, { step, answers, address });
      return { message: 'Thank you for your answers.' };
    },
    answer: async ({ caller, params: { step }, body: { answer }, request }) => {
      const address = countedAddress(request.ip);
      const session = await authorizeAnswers(parts.db, caller);
      await storeAnswer(parts, session, { step, answer, address });
      return { message: 'Thank you for your answer.' };
    },
    keepSlot: async ({ caller }) => {
      const { sessionId } = await authorizeSession(parts.db, caller);
      await keepSlot(parts, sessionId);
      return { message: 'The session goes on.' };
    },
    events: async ({ caller, body, request }) => {
      // The head has counted for one message, and for the length that it names.
      const messages = Math.max(0, body.events.length - 1);
      // A proxy may send a body on without its length.
      const isOfUnknownLength = request.headers['content-length'] === undefined;
      const bytes = isOfUnknownLength ? Buffer.byteLength(JSON.stringify(body)) : 0;
      await parts.rates.countEvents(caller, { messages, bytes });
      const session = await authorizeSession(parts.db, caller);
      return await storeEvents(parts, session, { events: body.events, request });
    },
    heatmaps: async ({ caller, request }) => {
      await storeHeatmaps(parts, await authorizeSession(parts.db, caller), request);
      return { message: 'Heatmaps stored.' };
    },
    measureConnection: async ({ caller, body }) => {
      await authorizeSession(parts.db, caller);
      return { receivedCharacters: body.padding.length };
    },
    abandon: async ({ caller }) => {
      await abandonSession(parts, await authorizeSession(parts.db, caller));
      return { message: 'The session has ended.' };
    },
    finish: ({ params, caller, request }) =>
      finishUpload(parts, params, { token: caller.sessionId(), request }),
  };
}

/** Returns who opens a link: the workspace of a caller who is signed in, and the address by which calls are counted. */
async function openedBy({
  caller,
  request,
}: Pick<Call<typeof sessions.opening>, 'caller' | 'request'>) {
  const signIn = await caller.signIn();
  return { signedInto: signIn?.workspaceId ?? null, address: countedAddress(request.ip) };
}
