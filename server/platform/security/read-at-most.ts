// Reads another machine's answer, up to a number of bytes.

/**
 * @param chunks the body; ends early when it has more
 * @returns null for more than `maxBytes`
 */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
