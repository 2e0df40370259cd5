// Keeps which screen is presented while a session's messages are read (derive uses it).
import type { Visit } from './clicks.ts';

/** Grows by one visit per change; seeded by the link's start node or by the first mouse message. */
export class VisitLog {
  readonly #visits: Visit[] = [];
  readonly #seen = new Set<string>();
  /** The first visit is only assumed from the link until a message agrees. */
  #assumed: boolean;

  constructor(startNodeId: string | null) {
    this.#assumed = startNodeId !== null;
    if (startNodeId !== null) this.#push(startNodeId, 0, true);
  }

  get current(): string | null {
    return this.#visits.at(-1)?.screenId ?? null;
  }

  /** Whether a screen was presented before or is now. */
  hasSeen(nodeId: string): boolean {
    return this.#seen.has(nodeId);
  }

  /** The embed's first load: nothing was visible before it. */
  loaded(atMs: number): void {
    const first = this.#visits[0];
    if (this.#assumed && first && this.#visits.length === 1) first.enteredAtMs = atMs;
    this.#assumed = false;
  }

  /** A change of the presented screen; the same screen again is no new visit. */
  enter(screenId: string, atMs: number, inHistory: boolean): void {
    const current = this.#visits.at(-1);
    if (this.#assumed && current?.screenId !== screenId) {
      this.#visits.length = 0;
      this.#seen.clear();
    }
    this.#assumed = false;
    if (this.current === screenId) return;
    const left = this.#visits.at(-1);
    // A clock may jump back; a visit never ends before it began.
    if (left) left.leftAtMs = Math.max(atMs, left.enteredAtMs);
    this.#push(screenId, atMs, inHistory);
  }

  /** A mouse message names the presented screen too: it stands in for a lost change. */
  confirm(screenId: string, atMs: number): void {
    const nothingBefore = this.#assumed || this.current === null;
    this.enter(screenId, nothingBefore ? 0 : atMs, true);
  }

  close(endedAtMs: number | null): Visit[] {
    const last = this.#visits.at(-1);
    if (last && endedAtMs !== null) last.leftAtMs = Math.max(endedAtMs, last.enteredAtMs);
    return this.#visits;
  }

  #push(screenId: string, enteredAtMs: number, inHistory: boolean): void {
    this.#visits.push({ screenId, enteredAtMs, leftAtMs: null, inHistory });
    this.#seen.add(screenId);
  }
}
