// The refusal of bytes that are no WebM recording: known from the first bytes, so that nothing of it is kept.

export type NotWebmReason =
  /** The file doesn't begin with an EBML header. */
  | 'no_ebml_header'
  /** Matroska or something else under EBML. */
  | 'not_webm_doctype'
  /** The bytes before the first cluster don't follow the standard. */
  | 'malformed_header'
  /** A cluster, or a megabyte, came before any audio or video track was described. */
  | 'no_tracks';

export class NotWebm extends Error {
  override readonly name = 'NotWebm';
  readonly reason: NotWebmReason;
  constructor(reason: NotWebmReason, detail: string) {
    super(`not a WebM recording: ${detail}`);
    this.reason = reason;
  }
}
