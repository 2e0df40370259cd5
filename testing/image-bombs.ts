// Pictures made to fill a server's memory: small files that unpack to much, and files of many small parts.
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG's chunk (PNG specification, third edition, section 5.3). */
export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

export interface PngSpec {
  width: number;
  height: number;
  bitDepth?: 8 | 16;
  /** 2: three channels; 6: four. */
  colourType?: 2 | 6;
  isInterlaced?: boolean;
  /** Between header and picture. */
  chunks?: readonly Buffer[];
  /** Unpacked bytes of the picture, by default as many as it needs. */
  pictureBytes?: number;
}

/** A PNG of zeros, packed as well as can be. */
export function makePng(png: PngSpec): Buffer {
  const { width, height, bitDepth = 8, colourType = 6, isInterlaced = false, chunks = [] } = png;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  const pixelBytes = ((colourType === 6 ? 4 : 3) * bitDepth) / 8;
  // Each of the seven passes of an interlaced one has a byte for each row.
  const rowsBytes = (width * pixelBytes + (isInterlaced ? 3 : 1)) * height;
  const unpacked = Buffer.alloc(png.pictureBytes ?? rowsBytes);
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(unpacked, { level: 9 })),
    pngChunk('IEND'),
  ]);
}

/** A chunk that unpacks to so many zeros: a text, or a colour profile. */
export function packedChunk(type: 'zTXt' | 'iCCP' | 'iTXt', unpackedBytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(unpackedBytes, 'a'), { level: 9 });
  // Keyword, its end and method; an international text has a flag, and two empty words more.
  const head =
    type === 'iTXt' ? Buffer.from('a\0\x01\0\0\0', 'latin1') : Buffer.from('a\0\0', 'latin1');
  return pngChunk(type, Buffer.concat([head, packed]));
}
