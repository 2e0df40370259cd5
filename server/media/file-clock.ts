// The clock of a sound file that is made of a recording's packets: where each goes, and when it was recorded.

/** Timestamps of a container are rounded to milliseconds; a pause is longer. */
const ROUNDING_S = 0.02;

/** Lays packets one behind the other, and stores a run for each stretch without a pause. */
export class FileClock {
  private readonly runs: { fileS: number; recordedS: number }[] = [];
  private endS = 0;

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  /** @returns where the packet begins in the file, in seconds */
  place(recordedS: number, seconds: number): number {
    const fileS = this.endS;
    const run = this.runs.at(-1);
    const expectedS = run ? run.recordedS + fileS - run.fileS : Number.NaN;
    if (!(Math.abs(recordedS - expectedS) <= ROUNDING_S)) this.runs.push({ fileS, recordedS });
    this.endS += seconds;
    return fileS;
  }

  /**
   * When in the recording a moment of the file was, in milliseconds. A binary search, because a hostile recording may
   * have a pause at each packet.
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
