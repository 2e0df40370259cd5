// Videos of any length for tests that count: what Chromium recorded, its media again and again.
import { concatBytes } from '#server/media/ebml.ts';
import { mp4File } from './mp4-files.ts';
import { indexOf, recorded } from './webm-files.ts';

/** A video of at least so many bytes. Times go back with each repetition: for indexers, not for players. */
export const longVideos = {
  WebM: async (sizeBytes: number) => {
    const file = await recorded('vp8-opus');
    return repeated(file, indexOf(file).clusters[0]?.at, sizeBytes);
  },
  MP4: async (sizeBytes: number) => {
    const file = await mp4File('h264-opus');
    // A box begins with its size in four bytes.
    return repeated(file, Buffer.from(file).indexOf('moof') - 4, sizeBytes);
  },
};

function repeated(file: Uint8Array, mediaAt = 0, sizeBytes = 0): Uint8Array {
  const media = file.subarray(mediaAt);
  const times = Math.ceil((sizeBytes - mediaAt) / media.length);
  return concatBytes([file.subarray(0, mediaAt), ...Array.from({ length: times }, () => media)]);
}
