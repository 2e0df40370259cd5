// Links for viewing as members have them: made, listed, counted, up to a limit; their passwords; nothing of them in logs.

import { describe, expect, it } from 'vitest';
import type { ViewLinkId } from '#contract/ids.ts';
import {
  VIEW_LINKS_MAX,
  VIEW_PASSWORD_RATE,
  VIEW_PASSWORD_RATE_PER_LINK,
} from '#contract/limits.ts';
import { newId } from '#server/platform/new-id.ts';
import { successBody } from '#testing/client.ts';
import { codeOf, SHARED_NAME, sharedTest } from '#testing/shared-test.ts';
import { joinTeam } from '#testing/team.ts';
import { open, plainInput } from '#testing/visitor.ts';

const s = sharedTest();

describe('members', () => {
  it('see their links with views, and viewers make none', async () => {
    const { token, url, viewLink } = await s.shareRecording();
    expect(url).toBe(`${s.app.parts.publicUrl}/view/${token}`);
    expect(token).toMatch(/^[\w-]{22}$/);
    await s.visit(token);
    const [listed] = successBody<object[]>(
      await s.owner.get(`/api/tests/${s.test._id}/view-links`),
    );
    expect(listed).toMatchObject({
      _id: viewLink._id,
      views: 1,
      state: 'open',
      title: `${SHARED_NAME} · ${s.test.name}`,
      lastViewedAt: expect.any(String),
    });
    expect((await s.owner.get('/api/view-links')).body[0]).toEqual(listed);
    expect(JSON.stringify(listed)).not.toContain(token);
    const email = `viewer-${crypto.randomUUID()}@example.com`;
    const viewer = await joinTeam(s.app, { owner: s.owner, email, role: 'viewer' });
    const thing = { kind: 'results' } as const;
    const input = { thing, days: 1, password: null, withNames: false, withDownloads: false };
    const response = await viewer.post(`/api/tests/${s.test._id}/view-links`, input);
    expect(response.body.code).toBe('member_only');
  });

  it('copy an open link again; its token is sealed for it alone, and goes when the link ends', async () => {
    const { url, token, viewLink } = await s.shareRecording();
    const other = await s.shareRecording();
    const address = (id: string, client = s.owner) =>
      client.post(`/api/view-links/${id}/address`, {});
    const rows = () =>
      s.app.parts.db
        .selectFrom('view_links')
        .select('sealed_token')
        .where('id', '=', viewLink._id)
        .executeTakeFirstOrThrow();
    expect(viewLink).toMatchObject({ canCopy: true, ending: url.slice(-4) });
    expect((await address(viewLink._id)).body).toEqual({ url });
    const { sealed_token } = await rows();
    expect(sealed_token).toMatch(/^[\w-]{80,}$/);
    expect(sealed_token).not.toContain(token);
    const stranger = await s.app.signIn(`c-${crypto.randomUUID()}@example.com`, {
      company: 'Other',
    });
    expect((await address(viewLink._id, stranger)).status).toBe(404);
    const another = s.app.parts.db.updateTable('view_links').where('id', '=', other.viewLink._id);
    await another.set({ sealed_token }).execute();
    expect((await address(other.viewLink._id)).body.code).toBe('link_not_copied');
    // As after another SESSION_SECRET: the token opens no more, and the list says so.
    const listed = (await s.owner.get('/api/view-links')).body as {
      _id: string;
      canCopy: boolean;
      ending: string | null;
    }[];
    expect(listed.find(({ _id }) => _id === other.viewLink._id)).toMatchObject({
      canCopy: false,
      ending: null,
    });
    expect(listed.find(({ _id }) => _id === viewLink._id)?.canCopy).toBe(true);
    await s.owner.delete(`/api/view-links/${viewLink._id}`);
    expect(await rows()).toEqual({ sealed_token: null });
    expect((await address(viewLink._id)).body.code).toBe('link_not_copied');
  });

  it('share nothing of another test or workspace', async () => {
    const stranger = await s.app.signIn(`s-${crypto.randomUUID()}@example.com`, {
      company: 'Other',
    });
    const theirs = await s.newTest('Theirs', stranger);
    const thing = { kind: 'recording', sessionId: s.recorded.sessionId } as const;
    const input = { thing, days: 1, password: null, withNames: false, withDownloads: false };
    expect((await stranger.post(`/api/tests/${theirs._id}/view-links`, input)).status).toBe(404);
    const other = await s.newTest('Ours');
    expect((await s.owner.post(`/api/tests/${other._id}/view-links`, input)).status).toBe(404);
  });

  it('no token stands in a log', async () => {
    const { token } = await s.shareRecording();
    const visitor = await s.visit(token);
    await visitor.get('/recordings/none/poster');
    await open(s.app.origin, token.replace(/^./, 'A'));
    s.app.parts.securityLog.flush();
    expect(s.lines.join('')).toContain('view-link.made');
    expect(s.lines.join('')).not.toContain(token);
    expect(s.lines.join('')).not.toContain(visitor.cookie.split('=')[1]);
  });
});

describe('the most links of a test', () => {
  const make = () =>
    s.owner.post(`/api/tests/${s.test._id}/view-links`, {
      ...plainInput,
      thing: { kind: 'results' },
    });
  const links = () => s.app.parts.db.selectFrom('view_links').where('test_id', '=', s.test._id);

  it('are never more, also when many are made at once; those that have ended make room [2.3.2]', async () => {
    const { viewLink } = await s.share({ kind: 'results' });
    const row = await links().selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: VIEW_LINKS_MAX - 3 }, (_, at) => ({
      ...row,
      id: newId<ViewLinkId>(),
      token_hash: Buffer.from(`${s.test._id} ${at}`),
    }));
    await s.app.parts.db.insertInto('view_links').values(rows).execute();
    const answers = await Promise.all(Array.from({ length: 8 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe('list_full');
    await s.app.parts.db
      .updateTable('view_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', viewLink._id)
      .execute();
    expect((await make()).status).toBe(201);
  });
});

describe('a password', () => {
  it('is asked for, and opens with the right one alone [11.4.2]', async () => {
    const { token } = await s.shareRecording({ password: 'pässword one' });
    expect(await codeOf(await open(s.app.origin, token))).toEqual([401, 'view_password']);
    expect(await codeOf(await open(s.app.origin, token, 'wrong'))).toEqual([
      403,
      'view_password_wrong',
    ]);
    // The same letters, spelled in two characters.
    expect((await open(s.app.origin, token, 'pa\u0308ssword one')).status).toBe(200);
    const stored = await s.app.parts.db.selectFrom('view_links').select('password_hash').execute();
    const texts = stored.map(({ password_hash: text }) => text ?? '').filter(Boolean);
    expect(texts).toEqual([expect.stringMatching(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)]);
  });

  it('tried thousands of times is computed a few times', async () => {
    const { token } = await s.shareRecording({ password: 'secret one' });
    const codes: string[] = [];
    for (let at = 0; at < 40; at += 1) {
      const tries = Array.from({ length: 50 }, async () => {
        const answer = await open(s.app.origin, token, `guess ${at}`);
        codes.push((await answer.json()).code);
      });
      await Promise.all(tries);
    }
    const computed = codes.filter((code) => code === 'view_password_wrong').length;
    expect(computed).toBeLessThanOrEqual(VIEW_PASSWORD_RATE.calls);
    expect(VIEW_PASSWORD_RATE_PER_LINK.calls).toBeGreaterThan(VIEW_PASSWORD_RATE.calls);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(2000 - computed);
  });
});
