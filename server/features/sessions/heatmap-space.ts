// How many heatmaps a session may have, and how large they may be together, over all calls that bring them.
import { AppError } from '#contract/errors.ts';
import { HEATMAPS_MAX, HEATMAPS_TOTAL_MAX_BYTES } from '#contract/limits.ts';

export class HeatmapSpace {
  readonly #sizes: Map<string, number>;
  #totalBytes: number;

  /** @param kept screen id → bytes of what is stored already. */
  constructor(kept: ReadonlyMap<string, number> = new Map()) {
    this.#sizes = new Map(kept);
    this.#totalBytes = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Space for one more, or for one that replaces another. @throws AppError too_large */
  take(screenId: string, sizeBytes: number): void {
    const before = this.#sizes.get(screenId);
    const totalBytes = this.#totalBytes - (before ?? 0) + sizeBytes;
    const isOneTooMany = before === undefined && this.#sizes.size >= HEATMAPS_MAX;
    if (isOneTooMany || totalBytes > HEATMAPS_TOTAL_MAX_BYTES) throw new AppError('too_large');
    this.#sizes.set(screenId, sizeBytes);
    this.#totalBytes = totalBytes;
  }
}
