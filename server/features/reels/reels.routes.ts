// Answers the calls of reels.
import type { ReelId, TestId } from '#contract/ids.ts';
import { authorizeReel, authorizeTest, type SignIn } from '#server/access/authorized.ts';
import { shownReel, shownReels } from '#server/domain/reels/shown-reels.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';
import { addClips, changeReel, createReel, deleteReel } from './reels.service.ts';

export function reelHandlers(parts: Parts): HandlersOf<'reels'> {
  const { db } = parts;
  const ofTest = ({ caller, params }: { caller: SignIn; params: { id: TestId } }) =>
    authorizeTest(db, caller, { testId: params.id });
  const ofReel = ({ caller, params }: { caller: SignIn; params: { reelId: ReelId } }) =>
    authorizeReel(db, caller, params.reelId);
  return {
    list: async (call) => ({ reels: await shownReels(db, await ofTest(call)) }),
    create: async (call) =>
      await createReel(parts, { test: await ofTest(call), by: call.caller.userId }, call.body),
    get: async (call) => await shownReel(db, await ofReel(call)),
    change: async (call) =>
      await changeReel(parts, { ref: await ofReel(call), by: call.caller.userId }, call.body),
    addClips: async (call) =>
      await addClips(parts, { ref: await ofReel(call), by: call.caller.userId }, call.body.clips),
    delete: async (call) => {
      await deleteReel(parts, { ref: await ofReel(call), version: call.query.version });
      return { message: 'The reel was deleted.' };
    },
  };
}
