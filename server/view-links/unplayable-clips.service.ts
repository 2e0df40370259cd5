// Clips that visitors of a link could not play: read before a link is created, so that its author can move their
// beginnings.

import type { z } from 'zod';
import type { Clip } from '#contract/clips.ts';
import { AppError } from '#contract/errors.ts';
import type { viewLinks } from '#contract/view-links.api.ts';
import type { UnplayableClip } from '#contract/view-links.ts';
import { loadFindings } from '#server/findings/finding-answers.read.ts';
import { readClips } from '#server/notes/notes-by-id.db.ts';
import type { Parts } from '#server/parts.ts';
import {
  type Authorized,
  authorizeClip,
  authorizeReel,
  recordingOfClip,
  type SignIn,
  type TestRef,
} from '#server/platform/access/authorized.ts';
import { playableBeginning } from '#server/recordings/clip-video.read.ts';
import { presentReel } from '#server/reels/reel-answers.read.ts';
import { atFirstTask, firstTask } from '#server/revisions/first-task.read.ts';

type Thing = z.output<typeof viewLinks.unplayable.query>;

/** @throws AppError not_found for what is not the test's */
export async function listUnplayableClips(
  parts: Pick<Parts, 'db' | 'videoLayouts'>,
  { test, who }: { test: Authorized<TestRef>; who: SignIn },
  thing: Thing,
): Promise<UnplayableClip[]> {
  const unplayable: UnplayableClip[] = [];
  const clips = await clipsOf(parts.db, { test, who }, thing);
  for (const clip of new Map(clips.map((each) => [each.id, each])).values()) {
    const recording = recordingOfClip(test, clip);
    const found = await playableBeginning(parts, recording, clip);
    if (!found.isPlayable) unplayable.push({ clip, beginMs: found.beginMs });
  }
  return unplayable;
}

async function clipsOf(
  db: Parts['db'],
  { test, who }: { test: Authorized<TestRef>; who: SignIn },
  { reelId, clipId }: Thing,
): Promise<Clip[]> {
  const { testId } = test;
  if (clipId !== undefined) {
    requireOfTest(await authorizeClip(db, who, { id: clipId }), test);
    const step = await firstTask(db, testId);
    return [...(await readClips(db, { testId, step }, [clipId])).values()];
  }
  if (reelId !== undefined) {
    const ref = await authorizeReel(db, who, reelId);
    requireOfTest(ref, test);
    const { items } = await presentReel(db, await atFirstTask(db, ref));
    return items.flatMap((item) => (item.kind === 'clip' ? present(item.clip) : []));
  }
  const findings = await loadFindings(db, await atFirstTask(db, test));
  const evidence = findings.flatMap((finding) => finding.evidence);
  return evidence.flatMap((each) => (each.kind === 'clip' ? present(each.clip) : []));
}

function requireOfTest(of: Pick<TestRef, 'testId'>, test: Pick<TestRef, 'testId'>): void {
  if (of.testId !== test.testId) throw new AppError('not_found');
}

function present(clip: Clip | string): Clip[] {
  return typeof clip === 'string' ? [] : [clip];
}
