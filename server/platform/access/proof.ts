// The proof of permission: a value that only the functions of this folder make, after they checked the caller.

/** Holds the ids of a passed check, read-only. A spread or a copy loses the private field, and the type with it. */
class Proof {
  readonly #isChecked = true;

  constructor(ids: object) {
    Object.assign(this, ids);
    Object.freeze(this);
  }

  static isOne(value: object): boolean {
    return #isChecked in value;
  }
}

/** Ids whose caller may use them. Services take it, so that a call without the check does not compile. */
export type Authorized<T> = Readonly<T> & Proof;

/**
 * Returns the ids as proof. The caller must have checked the permission.
 * @package The linter rejects an import from outside this folder.
 */
export function authorized<T extends object>(ids: T): Authorized<T> {
  return new Proof(ids) as Authorized<T>;
}

/**
 * Returns a proof with further ids, of something within what it permits. Those that it has can't be replaced.
 * @throws TypeError for a value that is none, or an id that it has
 * @package The linter rejects an import from outside this folder.
 */
export function narrowed<T extends object, More extends object>(
  proof: Authorized<T>,
  more: More & { [Key in keyof T]?: never },
): Authorized<T & More> {
  const isReplaced = Object.keys(more).some((key) => key in proof);
  if (!Proof.isOne(proof) || isReplaced) throw new TypeError('This is no proof of permission.');
  return authorized({ ...proof, ...more } as T & More);
}
