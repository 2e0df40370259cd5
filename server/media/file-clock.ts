// The clock of a sound file that is made of a recording's packets. It maps times of the file to times of the recording.

/** Tolerance in seconds. Containers round timestamps to milliseconds; a pause is longer. */
const ROUNDING_S = 0.02;

/** Places packets one after another, and stores a run for each stretch without a pause. */
export class FileClock {
  private readonly runs: { fileS: number; recordedS: number }[] = [];
  private endS = 0;

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  /** @returns the start of the packet in the file, in seconds */
  place(recordedS: number, seconds: number): number {
    const fileS = this.endS;
    const run = this.runs.at(-1);
    const expectedS = run ? run.recordedS + fileS - run.fileS : Number.NaN;
    if (!(Math.abs(recordedS - expectedS) <= ROUNDING_S)) this.runs.push({ fileS, recordedS });
    this.endS += seconds;
    return fileS;
  }

  /**
   * Returns the time of the recording for a time of the file, in milliseconds. Uses binary search, because a hostile
   * recording may have a pause at each packet.
   */
  recordedAt(fileMs: number): number {
    const fileS = fileMs / 1000;
    let first = 0;
    let behind = this.runs.length;
    while (behind - first > 1) {
      const middle = (first + behind) >> 1;
      if ((this.runs[middle]?.fileS ?? 0) <= fileS) first = middle;
      else behind = middle;
    }
    const run = this.runs[first];
    if (!run) return fileMs;
    return Math.round((run.recordedS + fileS - run.fileS) * 1000);
  }
}
