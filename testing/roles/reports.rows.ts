// Roles at the calls of reels and findings.
import { successBody } from '#testing/client.ts';
import type { RoleWorld } from './role.ts';
import { changes, json, type RoleRow, reads } from './role.ts';

const newReel = async ({ owner, target }: RoleWorld) => {
  const path = `/api/tests/${target.test._id}/reels`;
  return { reelId: successBody<{ id: string }>(await owner.post(path, { name: 'Best of' })).id };
};
const newFinding = async ({ owner, target }: RoleWorld) => {
  const path = `/api/tests/${target.test._id}/findings`;
  return {
    findingId: successBody<{ id: string }>(await owner.post(path, { sentence: 'Found' })).id,
  };
};
const newClip = async ({ owner, target }: RoleWorld) => {
  const path = `/api/recordings/${target.finished._id}/clips`;
  return successBody<{ id: string }>(await owner.post(path, { fromMs: 0, toMs: 1000 })).id;
};
const newReelAndClip = async (world: RoleWorld) => ({
  ...(await newReel(world)),
  clipId: await newClip(world),
});
/** Each call of the table writes the same, so none is refused by the version. */
const story = { version: 0, title: '', summary: '', nextSteps: '', targetPercent: null };

const number = { number: 'success', filter: '', moments: null };
const newEvidence = async (world: RoleWorld) => {
  const [{ findingId }, clipId] = [await newFinding(world), await newClip(world)];
  const path = `/api/findings/${findingId}/evidence`;
  const { evidence } = successBody<{ evidence: { id: string }[] }>(
    await world.owner.post(path, { kind: 'clip', clipId }),
  );
  return { findingId, evidenceId: evidence[0]?.id ?? '' };
};
const deletedFinding = async (world: RoleWorld) => {
  const { findingId } = await newFinding(world);
  successBody(await world.owner.delete(`/api/findings/${findingId}?version=1`));
  return { findingId };
};

export const reportRows: RoleRow[] = [
  {
    call: 'reels.create',
    request: ({ test }) => json('POST', `/api/tests/${test._id}/reels`, { name: 'Reel' }),
    cells: changes(),
  },
  {
    call: 'reels.get',
    prepare: newReel,
    request: ({ reelId }) => json('GET', `/api/reels/${reelId}`),
    cells: reads(),
  },
  {
    call: 'reels.download',
    prepare: newReel,
    request: ({ reelId }) => json('GET', `/api/reels/${reelId}/download`),
    cells: reads(),
  },
  {
    call: 'reels.change',
    prepare: newReel,
    request: ({ reelId }) =>
      json('PUT', `/api/reels/${reelId}`, { version: 1, name: 'Other', items: [] }),
    cells: changes(),
  },
  {
    call: 'reels.addClips',
    prepare: newReelAndClip,
    request: ({ reelId, clipId }) =>
      json('POST', `/api/reels/${reelId}/clips`, { clips: [clipId] }),
    cells: changes(),
  },
  {
    call: 'reels.delete',
    prepare: newReel,
    request: ({ reelId }) => json('DELETE', `/api/reels/${reelId}?version=1`),
    cells: changes(),
  },
  {
    call: 'findings.create',
    request: ({ test }) => json('POST', `/api/tests/${test._id}/findings`, { sentence: 'Found' }),
    cells: changes(),
  },
  {
    call: 'findings.writeStory',
    request: ({ test }) => json('PUT', `/api/tests/${test._id}/report`, story),
    cells: changes(),
  },
  {
    call: 'findings.change',
    prepare: newFinding,
    request: ({ findingId }) =>
      json('PUT', `/api/findings/${findingId}`, {
        version: 1,
        sentence: 'Other',
        text: '',
        evidence: [],
      }),
    cells: changes(),
  },
  {
    call: 'findings.addEvidence',
    prepare: newFinding,
    request: ({ findingId }) =>
      json('POST', `/api/findings/${findingId}/evidence`, { kind: 'number', number }),
    cells: changes(),
  },
  {
    call: 'findings.removeEvidence',
    prepare: newEvidence,
    request: ({ findingId, evidenceId }) =>
      json('DELETE', `/api/findings/${findingId}/evidence/${evidenceId}`),
    cells: changes(),
  },
  {
    call: 'tests.restore',
    prepare: deletedFinding,
    request: ({ test, findingId }) =>
      json('POST', `/api/tests/${test._id}/restore`, {
        kind: 'finding',
        id: findingId ?? test._id,
      }),
    cells: changes(),
  },
  {
    call: 'findings.place',
    prepare: newFinding,
    request: ({ findingId }) => json('PUT', `/api/findings/${findingId}/place`, { after: null }),
    cells: changes(),
  },
  {
    call: 'findings.delete',
    prepare: newFinding,
    request: ({ findingId }) => json('DELETE', `/api/findings/${findingId}?version=1`),
    cells: changes(),
  },
];
