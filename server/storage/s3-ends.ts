// Where objects end: remembers the last piece it saw of each, so that the size of a long one is one short listing.
import type { Bucket } from './s3-client.ts';
import { endOf, inARow, type Layout, listPieces, readLayout } from './s3-layout.ts';
import { FIRST_TAG, type Piece, pieceName } from './s3-names.ts';
import { headObject } from './s3-requests.ts';

export type End = Pick<Layout, 'tag' | 'whole' | 'sizeBytes'>;

/** More than a server receives at once; a piece that is forgotten costs one longer listing. */
const REMEMBERED_MAX = 1000;

export class ObjectEnds {
  readonly #bucket: Bucket;
  readonly #last = new Map<string, Piece>();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** The end as the bucket says it now; what is remembered only shortens the way there. */
  async find(key: string): Promise<End> {
    const known = this.#last.get(key);
    const near = known && (await this.#lookFrom(known));
    if (near) return near;
    const layout = await readLayout(this.#bucket, key);
    this.#remember(key, layout.pieces.at(-1));
    return layout;
  }

  /**
   * The end as this server saw it last, without a request: good for a write that is looked at afterwards.
   * Undefined when nothing was seen of the key.
   */
  guess(key: string): Pick<End, 'tag' | 'sizeBytes'> | undefined {
    const last = this.#last.get(key);
    return last && { tag: last.tag, sizeBytes: endOf(last) };
  }

  forget(key: string): void {
    this.#last.delete(key);
  }

  /** Undefined when the piece is no longer what the object goes on from. */
  async #lookFrom(known: Piece): Promise<End | undefined> {
    const { key, tag, at } = known;
    const before = pieceName({ key, tag, at: at - 1 });
    const listed: Piece[] = [];
    for await (const piece of listPieces(this.#bucket, key, at > 0 ? before : undefined)) {
      if (piece.key === key && piece.tag === tag) listed.push(piece);
    }
    // Read after the pieces, as in readLayout.
    const whole = await headObject(this.#bucket, key);
    const first = listed[0];
    const isThere = first?.name === known.name && first.etag === known.etag;
    const goesOn = (whole?.tag ?? FIRST_TAG) === tag && (whole?.sizeBytes ?? 0) <= at;
    if (!(isThere && goesOn)) return undefined;
    const last = inARow(listed, at).at(-1) ?? known;
    this.#remember(key, last);
    return { tag, whole, sizeBytes: endOf(last) };
  }

  #remember(key: string, last: Piece | undefined): void {
    this.#last.delete(key);
    if (last) this.#last.set(key, last);
    const [oldest] = this.#last.keys();
    if (this.#last.size > REMEMBERED_MAX && oldest !== undefined) this.#last.delete(oldest);
  }
}
