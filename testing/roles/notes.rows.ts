// Roles at the calls of notes, clips and tags of texts.
import { successBody } from '#testing/client.ts';
import type { RoleWorld } from './role.ts';
import { changes, changesOwn, json, type RoleRow, reads } from './role.ts';

const stretch = { fromMs: 0, toMs: 1000, title: 'Here' };

const newNote = async ({ owner, target }: RoleWorld) => {
  const path = `/api/recordings/${target.finished._id}/notes`;
  return { noteId: successBody<{ id: string }>(await owner.post(path, { atMs: 0, text: 'N' })).id };
};
const newClip = async ({ owner, target }: RoleWorld) => {
  const path = `/api/recordings/${target.finished._id}/clips`;
  return { clipId: successBody<{ id: string }>(await owner.post(path, stretch)).id };
};

/** A text in place of the answer that the step asks for: of those the calls know nothing but the stored form. */
const newText = async ({ app, target: { finished, questionStep } }: RoleWorld) => {
  const text = { answer: JSON.stringify('The price.') };
  await app.parts.db
    .insertInto('answers')
    .values({ session_id: finished._id, step: questionStep, ...text })
    .onConflict((conflict) => conflict.columns(['session_id', 'step']).doUpdateSet(text))
    .execute();
  return {};
};

export const noteRows: RoleRow[] = [
  {
    call: 'notes.create',
    request: ({ finished }) =>
      json('POST', `/api/recordings/${finished._id}/notes`, { atMs: 0, text: 'Here' }),
    cells: changesOwn(),
  },
  {
    call: 'notes.change',
    what: "the owner's",
    prepare: newNote,
    request: ({ noteId }) => json('PUT', `/api/notes/${noteId}`, { text: 'Other', version: 1 }),
    cells: changes(),
  },
  {
    call: 'notes.delete',
    prepare: newNote,
    request: ({ noteId }) => json('DELETE', `/api/notes/${noteId}?version=1`),
    cells: changes(),
  },
  {
    call: 'answerTags.change',
    prepare: newText,
    request: ({ test, finished, questionStep }) =>
      json('POST', `/api/tests/${test._id}/results/questions/${questionStep}/tags`, {
        ...{ sessions: [finished._id], add: ['price'], remove: [] },
      }),
    cells: changes(),
  },
  {
    call: 'clips.get',
    prepare: newClip,
    request: ({ clipId }) => json('GET', `/api/clips/${clipId}`),
    cells: reads(),
  },
  {
    call: 'clips.video',
    prepare: newClip,
    request: ({ clipId }) => json('GET', `/api/clips/${clipId}/video`),
    cells: reads(),
  },
  {
    call: 'clips.create',
    request: ({ finished }) => json('POST', `/api/recordings/${finished._id}/clips`, stretch),
    cells: changesOwn(),
  },
  {
    call: 'clips.change',
    what: "the owner's",
    prepare: newClip,
    request: ({ clipId }) =>
      json('PUT', `/api/clips/${clipId}`, { ...stretch, title: 'Other', version: 1 }),
    cells: changes(),
  },
  {
    call: 'clips.delete',
    prepare: newClip,
    request: ({ clipId }) => json('DELETE', `/api/clips/${clipId}?version=1`),
    cells: changes(),
  },
];
