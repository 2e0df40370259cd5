// Clips: stretches of recordings, made and changed by members. Nothing is encoded or copied.

import type { z } from 'zod';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { clips } from '#contract/clips.api.ts';
import type { Clip, ClipInput } from '#contract/clips.ts';
import type { ClipId, SessionId } from '#contract/ids.ts';
import { CLIP_MIN_MS, LIST_MAX } from '#contract/limits.ts';
import { tagsOf } from '#contract/tags.ts';
import {
  addNoteOrClip,
  badTime,
  changeNoteOrClip,
  listNotesOrClips,
  type NoteOrClipRef,
  removeNoteOrClip,
  timeWithin,
} from '#server/notes/change-notes-and-clips.db.ts';
import { clipFromRow } from '#server/notes/note-or-clip-row.rules.ts';
import { readChoices, requireNoteOrClip } from '#server/notes/notes-and-clips.db.ts';
import type { Parts } from '#server/parts.ts';
import type {
  Authorized,
  RecordingRef,
  SignIn,
  TestRef,
} from '#server/platform/access/authorized.ts';
import { atFirstTask } from '#server/revisions/first-task.read.ts';
import { lacksVideo } from '#server/session-state/without-video.db.ts';
import { type ClipUses, readClipUses } from './clip-uses.db.ts';
import { findSameClip } from './same-clip.db.ts';

export async function listClips(
  { db }: Pick<Parts, 'db'>,
  test: Authorized<TestRef>,
  query: z.output<typeof clips.list.query>,
) {
  return await listNotesOrClips(db, 'clips', {
    test: await atFirstTask(db, test),
    query,
    item: clipFromRow,
  });
}

export async function readClipChoices({ db }: Pick<Parts, 'db'>, { testId }: Authorized<TestRef>) {
  return await readChoices(db, 'clips', { testId, most: LIST_MAX });
}

export async function readClip(
  { db }: Pick<Parts, 'db'>,
  ref: NoteOrClipRef<ClipId>,
): Promise<Clip> {
  return clipFromRow(
    await requireNoteOrClip(db, 'clips', { run: await atFirstTask(db, ref), id: ref.id }),
  );
}

async function valuesOf(db: Parts['db'], sessionId: SessionId, { fromMs, toMs, title }: ClipInput) {
  if (await lacksVideo(db, sessionId)) {
    throw badTime('fromMs', 'This session has no video, so no clip can be cut out of it.');
  }
  const endMs = await timeWithin(db, sessionId, ['toMs', toMs]);
  if (endMs - fromMs < CLIP_MIN_MS) {
    throw badTime('fromMs', 'Less than a second of the recording is left from here.');
  }
  return { from_ms: fromMs, to_ms: endMs, title, tags: tagsOf(title) };
}

/**
 * A member who asks again for the same clip gets the one that exists, for example after a repeated key.
 * @throws AppError bad_input beyond the end, recording_full
 */
export async function createClip(
  { db }: Pick<Parts, 'db'>,
  ref: Authorized<RecordingRef>,
  { by, ...input }: ClipInput & { by: SignIn },
): Promise<Clip> {
  const values = await valuesOf(db, ref.sessionId, input);
  const run = await atFirstTask(db, ref);
  const same = await findSameClip(db, { sessionId: ref.sessionId, by: by.userId, ...values });
  return clipFromRow(
    same === null
      ? await addNoteOrClip(db, 'clips', { ref: run, by: by.userId, values })
      : await requireNoteOrClip(db, 'clips', { run, id: same }),
  );
}

/** @throws AppError bad_input beyond the end, changed_meanwhile with the present clip */
export async function changeClip(
  { db }: Pick<Parts, 'db'>,
  ref: NoteOrClipRef<ClipId>,
  { version, by, ...input }: ClipInput & { version: number; by: SignIn },
): Promise<Clip> {
  const values = await valuesOf(db, ref.sessionId, input);
  const change = { version, by: by.userId, values, answer: clipFromRow };
  return clipFromRow(
    await changeNoteOrClip(db, 'clips', { ref: await atFirstTask(db, ref), ...change }),
  );
}

/** @throws AppError changed_meanwhile with the present clip */
export async function deleteClip(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  ref: NoteOrClipRef<ClipId>,
  version: number,
) {
  const uses = await readClipUses(parts.db, ref.id);
  await removeNoteOrClip(parts.db, 'clips', {
    ref: await atFirstTask(parts.db, ref),
    version,
    answer: clipFromRow,
  });
  const { testId, sessionId } = ref;
  parts.securityLog.write({ event: 'clip.deleted', testId, sessionId });
  return { message: `Clip deleted.${usesText(uses)}` };
}

/** ' It was in the reel Checkout and in 2 findings of the report.' */
function usesText({ reels, findings }: ClipUses): string {
  const [name = ''] = reels;
  const places = [
    ...(reels.length === 1 ? [`in the reel ${isolateName(name)}`] : []),
    ...(reels.length > 1 ? [`in ${reels.length} reels`] : []),
    ...(findings === 1 ? ['in a finding of the report'] : []),
    ...(findings > 1 ? [`in ${findings} findings of the report`] : []),
  ];
  return places.length === 0 ? '' : ` It was ${places.join(' and ')}.`;
}
