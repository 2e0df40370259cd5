// Roles at the calls of transcripts that name a segment, a correction or words.
import type { TranscriptCorrectionId } from '#contract/transcripts.ts';
import { newId } from '#server/platform/new-id.ts';
import { giveTranscript, segmentOf } from '#testing/transcripts.ts';
import type { RoleWorld } from './role.ts';
import { changes, json, type RoleRow, reads, type Target } from './role.ts';

const runIds = new WeakMap<Target['finished'], string>();
const correctionOf = new WeakMap<Target['finished'], string>();

/** A recording of its own with a transcript of one segment. */
async function withTranscript({ app, newRecording }: RoleWorld) {
  const finished = await newRecording();
  const segments = [segmentOf(0, 'where is it')];
  const of = { sessionId: finished._id };
  runIds.set(finished, await giveTranscript(app.parts.db, of, { segments }));
  return { finished };
}

/** Creates a transcript with a correction that fits no segment. */
async function withCorrection(world: RoleWorld) {
  const { finished } = await withTranscript(world);
  const id = newId<TranscriptCorrectionId>();
  await world.app.parts.db
    .insertInto('transcript_corrections')
    .values({
      id,
      session_id: finished._id,
      segment: null,
      start_ms: 0,
      end_ms: 9,
      original: 'a',
      text: 'b',
    })
    .execute();
  correctionOf.set(finished, id);
  return { finished };
}

export const transcriptRows: RoleRow[] = [
  {
    call: 'transcripts.correct',
    prepare: withTranscript,
    request: ({ finished }) =>
      json('PUT', `/api/recordings/${finished._id}/transcript/segments/0`, {
        text: 'Here it is',
        madeBy: runIds.get(finished) ?? crypto.randomUUID(),
        version: 0,
      }),
    cells: changes(),
  },
  {
    call: 'transcripts.dismiss',
    prepare: withCorrection,
    request: ({ finished }) => {
      const id = correctionOf.get(finished) ?? crypto.randomUUID();
      return json('DELETE', `/api/recordings/${finished._id}/transcript/corrections/${id}`);
    },
    cells: changes(),
  },
  {
    call: 'transcripts.file',
    prepare: withTranscript,
    request: ({ finished }) => json('GET', `/api/recordings/${finished._id}/transcript/file/vtt`),
    cells: reads(),
  },
  {
    call: 'transcripts.search',
    prepare: withTranscript,
    request: ({ test }) => json('GET', `/api/tests/${test._id}/transcripts/search?words=where+it`),
    cells: reads(),
  },
];
