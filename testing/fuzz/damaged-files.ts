// Files with damage for fuzz targets: recorded ones with changed, lost, doubled or wrong bytes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc, { type Arbitrary } from 'fast-check';

const FOLDER = join(import.meta.dirname, '../fixtures');

/** A file as a recipe, so that what fails is printed in a line. */
export interface Damaged {
  file: string;
  /** Bytes that are left of it. */
  cutAt: number;
  damages: Damage[];
}

type Damage =
  | { at: number; set: number }
  | { at: number; word: number }
  | { at: number; lose: number }
  | { at: number; double: number };

/** Wrong values of a size, a count or a time. */
const lies = [0, 1, 2, 7, 8, 255, 0x7fff, 0xffff, 0x10_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

// Headers and the first fragments or clusters; more of the same takes time and finds nothing.
const BEGINNING_BYTES = 12_000;

/** The beginnings of files by name. */
export function filesOf(names: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const beginning = (name: string) => readFileSync(join(FOLDER, name)).subarray(0, BEGINNING_BYTES);
  return new Map(names.map((name) => [name, beginning(name)]));
}

/**
 * @param files by name
 * @param marks bytes beside which heads stand; half of the damage is there
 */
export function damaged(
  files: ReadonlyMap<string, Uint8Array>,
  marks: readonly string[],
): Arbitrary<Damaged> {
  return fc.oneof(
    ...[...files].map(([file, bytes]) => {
      const anywhere = fc.nat(bytes.length - 1);
      const heads = placesOf(bytes, marks);
      const nearHead = fc
        .tuple(fc.constantFrom(...heads), fc.nat(48))
        .map(([at, more]) => at + more);
      const at = fc.oneof(anywhere, nearHead);
      const stretch = fc.oneof(fc.nat(8), fc.nat(4000));
      const damage: Arbitrary<Damage> = fc.oneof(
        fc.record({ at, set: fc.nat(255) }),
        fc.record({ at, word: fc.oneof(fc.constantFrom(...lies), fc.nat()) }),
        fc.record({ at, lose: stretch }),
        fc.record({ at, double: stretch }),
      );
      return fc.record({
        file: fc.constant(file),
        cutAt: fc.oneof(fc.constant(bytes.length), anywhere),
        damages: fc.array(damage, { maxLength: 5 }),
      });
    }),
  );
}

/** The bytes of a damaged file. */
export function bytesOf(
  { file, cutAt, damages }: Damaged,
  files: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  let bytes = Buffer.from((files.get(file) ?? new Uint8Array()).subarray(0, cutAt));
  for (const damage of damages) {
    const at = Math.min(damage.at, bytes.length);
    const rest = bytes.subarray(at);
    if ('set' in damage && rest.length > 0) rest[0] = damage.set;
    if ('word' in damage && rest.length >= 4) rest.writeUInt32BE(damage.word >>> 0);
    if ('lose' in damage) {
      bytes = Buffer.concat([bytes.subarray(0, at), rest.subarray(damage.lose)]);
    }
    if ('double' in damage) {
      bytes = Buffer.concat([bytes.subarray(0, at), rest.subarray(0, damage.double), rest]);
    }
  }
  return bytes;
}

function placesOf(bytes: Uint8Array, marks: readonly string[]): number[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const places = [0];
  for (const mark of marks) {
    for (
      let at = file.indexOf(mark, 0, 'latin1');
      at >= 0;
      at = file.indexOf(mark, at + 1, 'latin1')
    ) {
      places.push(Math.max(0, at - 4));
    }
  }
  return places;
}
