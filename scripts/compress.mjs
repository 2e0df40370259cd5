// Compresses the built app's text files once, so that the server only selects the file that a browser accepts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files that are compressed. Fonts and pictures already are, and the page itself fits into one packet. */
const TEXT = /\.(js|css|svg|json)$/;

/** Brotli has its best quality by default; gzip's default is 6 of 9. */
const ENCODINGS = [
  { extension: '.br', compress: brotli },
  {
    extension: '.gz',
    compress: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
];

/**
 * Writes `{file}.br` and `{file}.gz` beside each text file if they are smaller than the file.
 * @param {string} folder
 */
export function compressText(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!(entry.isFile() && TEXT.test(entry.name))) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(path);
    for (const { extension, compress } of ENCODINGS) {
      const compressed = compress(bytes);
      if (compressed.length < bytes.length) writeFileSync(`${path}${extension}`, compressed);
    }
  }
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
