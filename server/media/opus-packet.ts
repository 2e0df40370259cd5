// How long an Opus packet plays, by its first bytes (RFC 6716 section 3.1).

/** In milliseconds, of one frame: by the five bits of the configuration. */
const SILK_MS = [10, 20, 40, 60] as const;
const HYBRID_MS = [10, 20] as const;
const CELT_MS = [2.5, 5, 10, 20] as const;

/** @returns seconds; 0 for a packet without a byte */
export function opusSeconds(packet: Uint8Array): number {
  const [toc, count] = packet;
  if (toc === undefined) return 0;
  const config = toc >> 3;
  return (frames(toc & 3, count) * frameMs(config)) / 1000;
}

function frameMs(config: number): number {
  if (config < 12) return SILK_MS[config & 3] ?? 0;
  if (config < 16) return HYBRID_MS[config & 1] ?? 0;
  return CELT_MS[config & 3] ?? 0;
}

function frames(code: number, count = 0): number {
  if (code === 0) return 1;
  return code === 3 ? count & 0x3f : 2;
}
