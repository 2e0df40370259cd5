// A test with one recording on the real app, and what is shared of it: for tests of links for viewing. Call it at the top of
// a file; each test gets a new one.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Finding } from '#contract/findings.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Note } from '#contract/notes.ts';
import type { Reel } from '#contract/reels.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { NO_SHARE_ID, type ViewLinkInput } from '#contract/view-links.ts';
import { createLog } from '#server/platform/log/log.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { successBody, type TestClient } from './client.ts';
import { recordSession } from './participant.ts';
import { openAsVisitor, share } from './visitor.ts';

export const SHARED_NAME = 'Grace Hopper_2';

interface Recorded {
  sessionId: SessionId;
  userTimestamp: string;
  session: StartedSession;
}

export class SharedTest {
  app!: TestApp;
  owner!: TestClient;
  test!: Test;
  recorded!: Recorded;
  /** Lines of the log. */
  readonly lines: string[] = [];

  async open(options: TestAppOptions): Promise<void> {
    const log = createLog('info', { write: (line: string) => void this.lines.push(line) });
    this.app = await startTestApp({ sample: true, log, ...options });
    this.owner = await this.app.signIn('owner@example.com', { company: 'Acme' });
  }

  async begin(): Promise<void> {
    this.test = await this.newTest('Shop <b>"&');
    this.recorded = await this.record();
  }

  async newTest(name: string, owner = this.owner): Promise<Test> {
    const figmaUrl = this.app.parts.samplePrototypeUrl;
    const steps = [
      { kind: 'task', task: 't', figmaUrl },
      { kind: 'question', question: 'How often?', form: { type: 'number' } },
    ];
    const form = { name, task: 't', figmaUrl, steps };
    return successBody(await owner.post('/api/tests', form));
  }

  async record(name = SHARED_NAME): Promise<Recorded> {
    const session = await recordSession(this.app.anyone, this.test, { name, pictures: true });
    const { items } = (await this.owner.get(`/api/tests/${this.test._id}/recordings`)).body;
    const { userTimestamp } = items.find(({ id }: { id: string }) => id === session._id);
    return { sessionId: session._id, userTimestamp, session };
  }

  share(thing: ViewLinkInput['thing'], more: Partial<ViewLinkInput> = {}) {
    return share(this.owner, this.test._id, { thing, ...more });
  }

  shareRecording(more: Partial<ViewLinkInput> = {}) {
    return this.share({ kind: 'recording', sessionId: this.recorded.sessionId }, more);
  }

  visit(token: string, password?: string) {
    return openAsVisitor(this.app.origin, token, password);
  }

  /** A recording below a link, with what stands for the names in its path. */
  place(userTimestamp = this.recorded.userTimestamp): string {
    return `${NO_SHARE_ID}/${this.test._id}/Acme/Shop/${encodeURIComponent(userTimestamp)}`;
  }
}

export function sharedTest(options: TestAppOptions = {}): SharedTest {
  const shared = new SharedTest();
  beforeAll(() => shared.open(options));
  afterAll(() => shared.app.close());
  beforeEach(() => shared.begin());
  return shared;
}

export async function codeOf(answer: Response): Promise<unknown[]> {
  return [answer.status, (await answer.json()).code];
}

/** A clip of the recording (2.5 to 3.8 s of it), a note, a reel with the clip, and a finding with all as evidence. */
export async function cited({ owner, test, recorded }: SharedTest, text = '') {
  const stretch = { fromMs: 2500, toMs: 3800, title: 'Looks for the cart' };
  const clips = `/api/recordings/${recorded.sessionId}/clips`;
  const clip = successBody<Clip>(await owner.post(clips, stretch));
  const notes = `/api/recordings/${recorded.sessionId}/notes`;
  const note = successBody<Note>(await owner.post(notes, { atMs: 900, text: 'Says it aloud' }));
  const reel = successBody<Reel>(
    await owner.post(`/api/tests/${test._id}/reels`, { name: 'Carts', clips: [clip.id] }),
  );
  const number = { number: 'time_on_task', filter: text, moments: text || null };
  const finding = successBody<Finding>(
    await owner.post(`/api/tests/${test._id}/findings`, {
      sentence: 'The cart is hard to find',
      evidence: [
        { kind: 'clip', clipId: clip.id },
        { kind: 'note', noteId: note.id },
        { kind: 'number', number },
      ],
    }),
  );
  return { clip, note, reel, finding };
}
