// The proof of permission: a type that only the functions of this folder give to a value, after they checked the caller.

declare const proof: unique symbol;
/** A value whose caller may use it. Services take it, so that a call without the check does not compile. */
export type Authorized<T> = T & { readonly [proof]: true };

/**
 * Returns the value as proof. The caller must have checked the permission.
 * @package The linter rejects an import from outside this folder.
 */
export function authorized<T>(value: T): Authorized<T> {
  return value as Authorized<T>;
}
