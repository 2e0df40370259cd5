// The type of fuzz targets: each module of `targets/` exports one as `target`.
import type { Arbitrary } from 'fast-check';

export interface FuzzTarget<Input> {
  name: string;
  arbitrary: Arbitrary<Input>;
  /** @throws when the code under test breaks one of its promises with this input */
  run(input: Input): void | Promise<void>;
  /**
   * Most steps (step-meter.ts) that this input may cost: a straight line over its size, so that what
   * grows faster is found.
   */
  allowedSteps(input: Input): number;
  /** Relative share of the inputs, 1 by default. */
  weight?: number;
}

/** Keeps the type of a target's inputs. */
export function fuzzTarget<Input>(target: FuzzTarget<Input>): FuzzTarget<Input> {
  return target;
}

/** Characters, bytes and entries in a value, for `allowedSteps`. */
export function sizeOf(value: unknown): number {
  let size = 0;
  // A stack of its own: values nest deeper than calls may.
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    size += 1;
    if (typeof next === 'string') size += next.length;
    else if (next instanceof Uint8Array) size += next.length;
    else if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) {
        size += name.length;
        rest.push(inner);
      }
    }
  }
  return size;
}
