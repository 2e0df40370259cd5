// The refusal of bytes that are no recording: known from the first bytes, so that nothing of it is kept.

export type NotVideoReason =
  /** The file begins as no container that we know. */
  | 'unknown_container'
  /** Matroska or something else under EBML. */
  | 'not_webm_doctype'
  /** The bytes before the media don't follow the standard. */
  | 'malformed_header'
  /** Media, or a megabyte, came before any audio or video track was described. */
  | 'no_tracks';

export class NotVideo extends Error {
  override readonly name = 'NotVideo';
  readonly reason: NotVideoReason;
  constructor(reason: NotVideoReason, detail: string) {
    super(`not a recording: ${detail}`);
    this.reason = reason;
  }
}
