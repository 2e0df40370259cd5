// Joins the pieces of an object into one. Killed at any point it leaves an object that reads as before: the whole one
// appears in one step, and pieces it holds no longer count.
import { buffer } from 'node:stream/consumers';
import type { Bucket } from './s3-client.ts';
import { type Layout, listPieces, readLayout } from './s3-layout.ts';
import { openRange } from './s3-reader.ts';
import { headObject, removeObjects } from './s3-requests.ts';
import { planParts } from './s3-whole.plan.ts';
import { abortUnfinished, type Part, writeWhole } from './s3-whole.ts';

/** @param signal ends it between two parts, with its reason as the error. */
export async function joinPieces(bucket: Bucket, key: string, signal: AbortSignal): Promise<void> {
  const layout = await readLayout(bucket, key);
  if (layout.pieces.length > 0) {
    await abortUnfinished(bucket, key);
    const parts = partsOf(bucket, { key, layout, signal });
    await writeWhole(bucket, { key, tag: layout.tag }, parts);
  }
  await removeObjects(bucket, spentPieces(bucket, key));
}

/** Names of the pieces that no longer count beside the whole object. */
export async function* spentPieces(bucket: Bucket, key: string): AsyncGenerator<string> {
  const whole = await headObject(bucket, key);
  if (!whole) return;
  for await (const piece of listPieces(bucket, key)) {
    if (piece.key !== key) continue;
    if (piece.tag !== whole.tag || piece.at < whole.sizeBytes) yield piece.name;
  }
}

async function* partsOf(
  bucket: Bucket,
  { key, layout, signal }: { key: string; layout: Layout; signal: AbortSignal },
): AsyncGenerator<Part> {
  for (const plan of planParts(key, layout)) {
    signal.throwIfAborted();
    if (plan.kind === 'copy') yield plan;
    else yield await buffer(await openRange(bucket, key, plan.range));
  }
  signal.throwIfAborted();
}
