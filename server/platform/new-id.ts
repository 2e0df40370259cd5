// The id of a new row.
import { v7 as uuidv7 } from 'uuid';

/** Returns an id that begins with the time (UUID version 7), so that ids sort in the order of creation. */
export function newId<Id extends string>(): Id {
  return uuidv7() as Id;
}
