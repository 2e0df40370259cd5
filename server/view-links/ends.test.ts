// The end of a link for viewing, or of what it shows: at once, also in an open page and in the middle of a video.

import { once } from 'node:events';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ViewLinkId } from '#contract/ids.ts';
import type { TestClient } from '#testing/client.ts';
import { cited, codeOf, sharedTest } from '#testing/shared-test.ts';
import { open, shareResults } from '#testing/visitor.ts';
import { livingAnswers } from './view-links.db.ts';

const s = sharedTest();

describe('an end', () => {
  const readers = {
    revoked: ({ _id }: { _id: string }) => s.owner.delete(`/api/view-links/${_id}`),
    expired: ({ _id }: { _id: string }) =>
      s.app.parts.db
        .updateTable('view_links')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', _id as ViewLinkId)
        .execute(),
    deleted: () =>
      s.owner.delete(
        `/api/tests/${s.test._id}/recording/x/y/${encodeURIComponent(s.recorded.userTimestamp)}`,
      ),
  };

  it.each(Object.entries(readers))(
    '%s: every call and the page hear of it at once',
    async (_what, end) => {
      const { token, viewLink } = await s.shareRecording();
      const visitor = await s.visit(token);
      expect((await visitor.get('')).status).toBe(200);
      await end(viewLink);
      expect(await codeOf(await visitor.get(''))).toEqual([410, 'link_expired']);
      const video = await visitor.get(`/recording_data/${s.place()}`);
      expect(video.status).toBe(410);
      expect(await codeOf(await open(s.app.origin, token))).toEqual([410, 'link_expired']);
    },
  );

  it('is made once, and by its workspace alone', async () => {
    const { viewLink } = await s.shareRecording();
    const stranger = await s.app.signIn(`e-${crypto.randomUUID()}@example.com`, {
      company: 'Other',
    });
    const end = async (by: TestClient) =>
      (await by.delete(`/api/view-links/${viewLink._id}`)).status;
    expect([await end(stranger), await end(s.owner), await end(s.owner)]).toEqual([404, 200, 404]);
  });

  it('of the test leaves nothing of the link', async () => {
    const { token } = await shareResults(s.owner, s.test._id);
    const visitor = await s.visit(token);
    await s.owner.delete(`/api/tests/${s.test._id}/x/y`);
    expect((await visitor.get(`/tests/${s.test._id}/results`)).status).toBe(401);
    expect((await open(s.app.origin, token)).status).toBe(410);
  });

  it.each(['revoked', 'deleted'] as const)('%s: a video stops in the middle', async (how) => {
    const isResults = how === 'deleted';
    const { token, viewLink } = isResults
      ? await shareResults(s.owner, s.test._id)
      : await s.shareRecording();
    const { cookie, view } = await s.visit(token);
    const path = `/api/view/${view._id}/recording_data/${s.place()}`;
    const clientRequest = request(s.app.origin + path, { headers: { cookie } }).end();
    const [answer] = await once(clientRequest, 'response');
    // Held back by its reader, as a paused player holds a film of hours back.
    const held = s.app.parts.viewAnswers;
    const raw = new PassThrough();
    held.watch(raw as never, {
      linkId: view._id,
      sessionId: isResults ? s.recorded.sessionId : null,
      clipId: null,
    });
    await readers[how](viewLink);
    await once(raw, 'close');
    answer.destroy();
    expect(raw.destroyed).toBe(true);
  });

  it('of another link leaves a running video alone', async () => {
    const [living, ending] = [await s.shareRecording(), await s.shareRecording()];
    const answers = [living, ending].map(({ viewLink }) => {
      const raw = new PassThrough();
      const content = { linkId: viewLink._id, sessionId: null, clipId: null };
      s.app.parts.viewAnswers.watch(raw as never, content);
      return raw;
    });
    await readers.revoked(ending.viewLink);
    await once(answers[1] as PassThrough, 'close');
    expect(answers.map(({ destroyed }) => destroyed)).toEqual([false, true]);
    answers[0]?.destroy();
  });

  it.each(['taken out', 'kept'] as const)('of a reel’s clip that is %s', async (how) => {
    const { clip, reel } = await cited(s);
    const { viewLink } = await s.share({ kind: 'reel', reelId: reel.id });
    const { id, version, name } = reel;
    const raw = new PassThrough();
    const watchedAnswer = {
      linkId: viewLink._id,
      sessionId: s.recorded.sessionId,
      clipId: clip.id,
    };
    s.app.parts.viewAnswers.watch(raw as never, watchedAnswer);
    const items = how === 'kept' ? reel.items.map((item) => ({ id: item.id, kind: 'clip' })) : [];
    await s.owner.put(`/api/reels/${id}`, { version, name: `${name} 2`, items });
    if (how === 'taken out') await once(raw, 'close');
    else expect(await livingAnswers(s.app.parts.db, [watchedAnswer])).toEqual([true]);
    expect(raw.destroyed).toBe(how === 'taken out');
    raw.destroy();
  });
});
