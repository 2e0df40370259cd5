// Compares what the product says with the truth, number by number, and keeps every difference.

interface Pair {
  answer: unknown;
  truth: unknown;
  /** Largest difference of two numbers that counts as none. */
  near: number;
}

export class Comparison {
  /** Numbers and texts that were compared. */
  count = 0;
  readonly differences: string[] = [];

  /** Compares objects by the fields of the truth. */
  same(what: string, answer: unknown, truth: unknown): void {
    this.#compare(what, { answer, truth, near: 1e-9 });
  }

  /** The same for numbers that differ by so much at most. */
  within(near: number): Pick<Comparison, 'same'> {
    return { same: (what, answer, truth) => this.#compare(what, { answer, truth, near }) };
  }

  /** The same for shares and middles with intervals, whose quantiles are computed in two ways. */
  close(what: string, answer: unknown, truth: object | null): void {
    const size = truth && 'value' in truth ? Math.abs(Number(truth.value)) : 1;
    this.#compare(what, { answer, truth, near: Math.max(1e-5, size * 1e-5) });
  }

  #compare(what: string, { answer, truth, near }: Pair): void {
    if (isPlain(truth) && isPlain(answer)) {
      for (const [key, value] of Object.entries(truth))
        this.#compare(`${what} ${key}`, { answer: answer[key], truth: value, near });
      return;
    }
    this.count += 1;
    const isSame =
      typeof answer === 'number' && typeof truth === 'number'
        ? Math.abs(answer - truth) <= near
        : JSON.stringify(answer) === JSON.stringify(truth);
    if (isSame) return;
    this.differences.push(
      `${what}: says ${JSON.stringify(answer)}, truth ${JSON.stringify(truth)}`,
    );
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
