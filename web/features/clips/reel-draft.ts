// The reel that a member orders. A change shows at once, is saved after the previous one, and is merged with others'
// changes.
import { useLayoutEffect, useRef, useState } from 'react';
import type { Clip } from '#contract/clips.ts';
import type { TestId } from '#contract/ids.ts';
import type { Reel, ReelItem, ReelItemInput } from '#contract/reels.ts';
import { theirReelOf, useChangeReel } from '#web/entities/reel/reel.query.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { mergeOrder, mergeValue } from '#web/lib/merge-edits.ts';
import { toast } from '#web/lib/toasts.ts';

/** Name and items in order. */
export type Arranged = Pick<Reel, 'name' | 'items'>;

/** Returns the merged reel, or null if both members changed the same part in different ways. */
export function mergedReel(base: Arranged, mine: Arranged, theirs: Arranged): Arranged | null {
  const name = mergeValue(base.name, mine.name, theirs.name);
  const [before, own, other] = [base, mine, theirs].map(({ items }) => items.map(({ id }) => id));
  const order = mergeOrder(before ?? [], own ?? [], other ?? []);
  if (name === undefined || order === null) return null;
  const items = order.map((id) => mergedItem(id, [base, mine, theirs]));
  return items.includes(null) ? null : { name, items: items.filter((item) => item !== null) };
}

/** Returns the merged item, or null if both members wrote different texts on a title card. */
function mergedItem(id: string, of: readonly Arranged[]): ReelItem | null {
  const [was, my, their] = of.map(({ items }) => items.find((item) => item.id === id));
  if (was?.kind !== 'title' || my?.kind !== 'title' || their?.kind !== 'title') {
    return their ?? my ?? null;
  }
  const text = mergeValue(was.text, my.text, their.text);
  return text === undefined ? null : { ...my, text };
}

/** Returns a change's item with its clip, because another member may have removed it. */
function inputOf(item: ReelItem): ReelItemInput[] {
  if (item.kind === 'title') return [item];
  const { id, kind, clip } = item;
  return [typeof clip === 'string' ? { id, kind } : { id, kind, clipId: clip.id }];
}

export function newClipItem(clip: Clip): ReelItem {
  return { id: crypto.randomUUID(), kind: 'clip', clip };
}

interface Draft {
  /** The reel when the change began. */
  base: Reel;
  mine: Arranged;
}

/** Returns the reel to show, functions that change it, and a conflict with another member's change. */
export function useReelDraft(testId: TestId, saved: Reel) {
  const changing = useChangeReel(testId);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [conflict, setConflict] = useState<{ mine: Arranged; theirs: Reel } | null>(null);
  const current = draft?.mine ?? saved;

  const save = async ({ base, mine }: Draft, isAgain = false): Promise<void> => {
    try {
      const { id, version } = base;
      await changing.mutateAsync({
        id,
        version,
        name: mine.name,
        items: mine.items.flatMap(inputOf),
      });
    } catch (error) {
      const theirs = theirReelOf(error);
      if (theirs === null) {
        toast.error(sentenceOf(error, 'The reel was not changed. Please try again.'));
        return;
      }
      const merged = isAgain ? null : mergedReel(base, mine, theirs);
      if (merged) await save({ base: theirs, mine: merged }, true);
      else setConflict({ mine, theirs });
    }
  };
  const change = (to: Partial<Arranged>) => {
    if (changing.isPending) return;
    const next = { base: saved, mine: { name: current.name, items: current.items, ...to } };
    setDraft(next);
    void save(next).finally(() => setDraft(null));
  };
  const latest = useRef({ saved, current });
  useLayoutEffect(() => {
    latest.current = { saved, current };
  }, [saved, current]);
  /** Puts an item back that was removed from that place, into the reel as it is then. */
  const restore = (item: ReelItem, place: number) => {
    const { saved: base, current: now } = latest.current;
    if (now.items.some(({ id }) => id === item.id)) return;
    const next = { base, mine: { name: now.name, items: now.items.toSpliced(place, 0, item) } };
    setDraft(next);
    void save(next).finally(() => setDraft(null));
  };
  /** Resolves a conflict: their reel stays, or mine overwrites it. */
  const settle = (keepsMine: boolean) => {
    const openConflict = conflict;
    setConflict(null);
    if (!keepsMine || openConflict === null) return;
    const there = new Set(openConflict.theirs.items.map(({ id }) => id));
    // A deleted clip that the other member has removed stays removed.
    const items = openConflict.mine.items.filter(
      (item) => there.has(item.id) || item.kind === 'title' || typeof item.clip !== 'string',
    );
    const next = { base: openConflict.theirs, mine: { ...openConflict.mine, items } };
    setDraft(next);
    void save(next, true).finally(() => setDraft(null));
  };
  return { current, change, restore, isBusy: changing.isPending, conflict, settle };
}

// Name of a new reel until a member names it.

/** Returns 'Reel 3', with the first free number. */
export function newReelName(reels: readonly { name: string }[]): string {
  const names = new Set(reels.map(({ name }) => name));
  let number = reels.length + 1;
  while (names.has(`Reel ${number}`)) number += 1;
  return `Reel ${number}`;
}
