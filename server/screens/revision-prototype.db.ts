// The prototype that a revision's link leads to.
import type { RevisionId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  type KnownPrototype,
  type PrototypeHost,
  prototypeOf,
  sampleHost,
} from '#server/prototypes/prototype-hosts.ts';
import { imageOrigins } from './screen-images.db.ts';

/**
 * Returns the prototype of a revision, or null for a page that reports no screens. It may be another server's
 * sample, because this server may serve none, or at another port.
 */
export async function prototypeOfRevision(
  db: Database,
  hosts: readonly PrototypeHost[],
  { revisionId, prototypeUrl }: { revisionId: RevisionId; prototypeUrl: string },
): Promise<KnownPrototype | null> {
  return (
    prototypeOf(prototypeUrl, hosts) ??
    prototypeOf(prototypeUrl, (await imageOrigins(db, revisionId)).map(sampleHost))
  );
}
