// Reads archives as others do, with a program that is not ours: every file is decompressed and its checksum compared.
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { fromBufferPromise } from 'yauzl';

/** @throws Error when a header, size or checksum does not fit */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(bytes) !== entry.crc32) throw new Error(`checksum of ${entry.fileName}`);
    files.set(entry.fileName, bytes);
  }
  return files;
}

/** Rows by the names of their columns. */
export function readCsv(bytes: Buffer | undefined, delimiter = ','): Record<string, string>[] {
  if (!bytes?.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) throw new Error('no BOM');
  return parse(bytes, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' });
}
