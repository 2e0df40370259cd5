// Limits of a session's heatmaps: their number, their total size and their pixels, over all calls that bring them.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import {
  HEATMAPS_MAX,
  HEATMAPS_TOTAL_MAX_BYTES,
  PIXELS_RATE,
  PIXELS_RATE_PER_ADDRESS,
} from '#contract/limits.ts';
import type { ImageSender } from '#server/media/images.ts';
import type { Parts } from '#server/parts.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';

export class HeatmapSpace {
  readonly #sizes: Map<string, number>;
  #totalBytes: number;
  readonly #refuse: (totalBytes: number) => AppError | null;

  /**
   * @param storedSizes screen id → bytes of what is stored already.
   * @param refuse why a session may not have so many bytes yet, or null.
   */
  constructor(
    storedSizes: ReadonlyMap<string, number> = new Map(),
    refuse: (totalBytes: number) => AppError | null = () => null,
  ) {
    this.#refuse = refuse;
    this.#sizes = new Map(storedSizes);
    this.#totalBytes = [...storedSizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Space for one more, or for one that replaces another. @throws AppError too_large, ahead_of_time */
  take(screenId: string, sizeBytes: number): void {
    const before = this.#sizes.get(screenId);
    const totalBytes = this.#totalBytes - (before ?? 0) + sizeBytes;
    const isOneTooMany = before === undefined && this.#sizes.size >= HEATMAPS_MAX;
    if (isOneTooMany || totalBytes > HEATMAPS_TOTAL_MAX_BYTES) throw new AppError('too_large');
    const refusal = this.#refuse(totalBytes);
    if (refusal) throw refusal;
    this.#sizes.set(screenId, sizeBytes);
    this.#totalBytes = totalBytes;
  }
}

const MEGAPIXEL = 1_000_000;

/** Returns the sender of a session's heatmaps, who has a budget of pixels and its address's turn. */
export function heatmapSender(
  { rates }: Pick<Parts, 'rates'>,
  { sessionId }: { sessionId: SessionId },
  request: FastifyRequest,
): ImageSender {
  const address = countedAddress(request.ip);
  return {
    group: address,
    hasLeft: () => request.raw.socket.destroyed,
    async count(pixels) {
      const points = Math.ceil(pixels / MEGAPIXEL);
      await rates.count('pixels of session', sessionId, { ...PIXELS_RATE, points });
      await rates.count('pixels of address', address, { ...PIXELS_RATE_PER_ADDRESS, points });
    },
  };
}
