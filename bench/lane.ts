// The bytes of one of many senders: a common video with padding behind its head that differs for each sender, so a
// doubled, lost or foreign byte is detected.
import { EBML } from '#server/media/webm-ids.ts';
import { WebmIndexer } from '#server/media/webm-indexer.ts';

export interface Video {
  bytes: Uint8Array;
  /** Start of the first cluster. */
  headBytes: number;
}

/** @throws NotWebm; Error when it has no cluster. */
export function videoOf(bytes: Uint8Array): Video {
  const indexer = new WebmIndexer();
  indexer.feed(bytes);
  const [first] = indexer.index.clusters;
  if (!first) throw new Error('the video has no cluster');
  return { bytes, headBytes: first.at };
}

export interface Lane {
  sizeBytes: number;
  /** Bytes from `start` up to (not with) `end`, in as many parts as it takes. */
  slices(start: number, end: number): Uint8Array[];
}

/** The lane of a sender, a recording that any reader takes. */
export function laneOf({ bytes, headBytes }: Video, number: number): Lane {
  const parts = [bytes.subarray(0, headBytes), padding(number), bytes.subarray(headBytes)];
  return {
    sizeBytes: parts.reduce((sum, part) => sum + part.length, 0),
    slices(start, end) {
      let at = 0;
      return parts.flatMap((part) => {
        const slice = part.subarray(Math.max(0, start - at), Math.max(0, end - at));
        at += part.length;
        return slice.length > 0 ? [slice] : [];
      });
    },
  };
}

/** An element that readers skip (RFC 8794 section 11.3.2): id, a size of eight bytes, `number` bytes. */
function padding(number: number): Uint8Array {
  const element = Buffer.alloc(9 + number, number % 256);
  element[0] = EBML.void;
  element.writeUInt32BE(0x01000000, 1);
  element.writeUInt32BE(number, 5);
  return element;
}
