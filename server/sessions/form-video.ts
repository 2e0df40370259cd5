// Stores the video of an upload form while it arrives, as far as there is space.
import type { MultipartFile } from '@fastify/multipart';
import { AppError } from '#contract/errors.ts';
import type { Intake } from '#server/media/intake.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';

/** @throws AppError malformed_body, too_large, workspace_full, server_full, wrong_media, unreadable_video */
export async function storeFormVideo(
  intake: Intake,
  part: MultipartFile,
  { key, lease }: { key: string; lease: SpaceLease },
): Promise<void> {
  const sent: { refusal: AppError | null } = { refusal: null };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        sent.refusal = lease.take(chunk.length);
        if (sent.refusal) return;
        yield chunk;
      }
    } catch (error) {
      // The video of a form that breaks off is not complete, so it is not judged.
      sent.refusal = new AppError('malformed_body');
      throw error;
    }
  }
  await intake.discard(key);
  try {
    await intake.append(key, { offset: 0, source: chunks() });
  } catch (error) {
    throw sent.refusal ?? error;
  }
  if (part.file.truncated) throw new AppError('too_large');
  if (sent.refusal) throw sent.refusal;
}
