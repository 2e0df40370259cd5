// Answers the calls of reels.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CLIP_EARLY_HEADER } from '#contract/clips.ts';
import type { ReelId, TestId } from '#contract/ids.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeReel, authorizeTest, type SignIn } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { attachment, type InclusiveRange, sendFile } from '#server/platform/http/send-file.ts';
import { atFirstTask } from '#server/revisions/first-task.read.ts';
import { presentReel, presentReels } from './reel-answers.read.ts';
import { openReelArchive, type ReelArchive } from './reel-archive.service.ts';
import { addClips, changeReel, createReel, deleteReel } from './reels.service.ts';

export function reelHandlers(parts: Parts): HandlersOf<'reels'> {
  const { db } = parts;
  const ofTest = ({ caller, params }: { caller: SignIn; params: { id: TestId } }) =>
    authorizeTest(db, caller, { testId: params.id });
  const ofReel = ({ caller, params }: { caller: SignIn; params: { reelId: ReelId } }) =>
    authorizeReel(db, caller, params.reelId);
  return {
    list: async (call) => ({ reels: await presentReels(db, await ofTest(call)) }),
    create: async (call) =>
      await createReel(parts, { test: await ofTest(call), by: call.caller.userId }, call.body),
    get: async (call) => await presentReel(db, await atFirstTask(db, await ofReel(call))),
    download: async (call) => {
      const isAlone = call.caller.view !== undefined;
      const archive = await openReelArchive(parts, await ofReel(call), { isAlone });
      return sendArchive(archive, call);
    },
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

async function sendArchive(
  { fileName, sizeBytes, etag, earlyMs, chunks }: ReelArchive,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  reply.header('content-disposition', attachment(fileName)).header(CLIP_EARLY_HEADER, earlyMs);
  const file = {
    layout: { sizeBytes },
    contentType: 'application/zip',
    etag,
    chunks: ({ start, end }: InclusiveRange) => chunks({ start, end: end + 1 }),
  };
  return await sendFile(file, request, reply);
}
