// Effects of keys and buttons on the drafts of a note and of a clip.
import { describe, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Note } from '#contract/notes.ts';
import { Drafts } from './drafts.ts';

const stored = { id: 'a', atMs: 5000, text: 'Reads', version: 1 } as Note;

describe('a note', () => {
  it('stands at the time when it was begun, whatever plays on', () => {
    const drafts = new Drafts();
    drafts.writeNote(1200.4);
    drafts.setNote({ text: 'Reads' });
    drafts.writeNote(9000);
    expect(drafts.getSnapshot().note).toMatchObject({ atMs: 1200, text: 'Reads', seen: null });
  });

  it('without a text moves to where it is asked for', () => {
    const drafts = new Drafts();
    drafts.writeNote(1200);
    drafts.writeNote(9000);
    expect(drafts.getSnapshot().note).toMatchObject({ atMs: 9000 });
  });

  it('with a text is not lost to another one', () => {
    const drafts = new Drafts();
    drafts.writeNote(1200);
    drafts.setNote({ text: 'Hesitates' });
    expect(drafts.editNote(stored)).toBe(false);
    expect(drafts.getSnapshot().note).toMatchObject({ text: 'Hesitates', seen: null });
  });

  it('that is changed keeps its time', () => {
    const drafts = new Drafts();
    expect(drafts.editNote(stored)).toBe(true);
    expect(drafts.getSnapshot().note).toMatchObject({ atMs: 5000, text: 'Reads', seen: stored });
  });
});

describe("a clip's ends", () => {
  const ends = (...set: ['from' | 'to', number][]) => {
    const drafts = new Drafts();
    for (const [end, atMs] of set) {
      if (end === 'from') drafts.setFrom(atMs);
      else drafts.setTo(atMs);
    }
    const { fromMs, toMs } = drafts.getSnapshot().clip ?? {};
    return [fromMs, toMs];
  };

  it('are set in either order', () => {
    expect(ends(['from', 1000.4], ['to', 4000])).toEqual([1000, 4000]);
    expect(ends(['to', 4000], ['from', 1000])).toEqual([1000, 4000]);
  });

  it('are never the wrong way round', () => {
    expect(ends(['from', 5000], ['to', 4000])).toEqual([null, 4000]);
    expect(ends(['from', 1000], ['to', 4000], ['from', 6000])).toEqual([6000, null]);
  });

  it('of a stored one can be moved, and go away when it is cancelled', () => {
    const drafts = new Drafts();
    const clip = { id: 'c', fromMs: 1000, toMs: 4000, title: 'Reads' } as Clip;
    drafts.editClip(clip);
    drafts.setTo(6000);
    expect(drafts.getSnapshot().clip).toMatchObject({ seen: clip, fromMs: 1000, toMs: 6000 });
    expect([drafts.cancelClip(), drafts.cancelClip()]).toEqual([true, false]);
  });
});
