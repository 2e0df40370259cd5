// Layout of a ZIP archive whose sizes and checksums are given: headers, files and directory of APPNOTE.TXT 6.3.10
// (PKWARE), with the fields of ZIP64 where numbers need them. The same entries give the same bytes.

/** One file of an archive. */
export interface ZipEntry {
  /** Path with `/` between folders; at most 65,535 bytes of UTF-8. */
  name: string;
  /** Kept as it is, or deflated (RFC 1951). */
  method: 'stored' | 'deflated';
  /** CRC-32 of the file's bytes. */
  crc32: number;
  sizeBytes: number;
  /** Size in the archive. */
  packedBytes: number;
}

/** A run of the archive from its byte `at` on: made bytes, or those of a file as it is packed. */
export type ZipPart =
  | { at: number; lengthBytes: number; bytes: Uint8Array }
  | { at: number; lengthBytes: number; entry: number };

export interface ZipLayout {
  sizeBytes: number;
  /** Parts in order, without gaps. */
  parts: readonly ZipPart[];
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const DIRECTORY_LOCATOR_64 = 0x07064b50;
/** Header id of the extra field with long numbers (4.5.3). */
const EXTRA_64 = 1;
/** "0xFFFFFFFF": the number is in the extra field (4.4.8). */
const LONG = 0xffffffff;
const LONG_COUNT = 0xffff;
/** Bit 11: names are UTF-8 (appendix D). */
const UTF8_NAMES = 0x800;
const METHODS = { stored: 0, deflated: 8 } as const;
/** Versions of the specification that a reader needs, with and without ZIP64 (4.4.3). */
const NEEDED = 20;
const NEEDED_64 = 45;
/** Made on Unix, by version 4.5 (4.4.2): an ordinary file that its owner writes and all read. */
const MADE_BY = (3 << 8) | NEEDED_64;
const FILE_MODE = 0o100644 * 0x10000;

/** @param modifiedAt the time of each file, to two seconds and in UTC, because the format has no zones */
export function zipLayout(entries: readonly ZipEntry[], modifiedAt: Date): ZipLayout {
  const time = dosTime(modifiedAt);
  const parts: ZipPart[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const add = (bytes: Uint8Array) => {
    parts.push({ at, lengthBytes: bytes.length, bytes });
    at += bytes.length;
  };
  for (const [entry, file] of entries.entries()) {
    directory.push(directoryHeader(file, { time, at }));
    add(localHeader(file, time));
    if (file.packedBytes === 0) continue;
    parts.push({ at, lengthBytes: file.packedBytes, entry });
    at += file.packedBytes;
  }
  const headers = Buffer.concat(directory);
  const end = directoryEnd({ files: entries.length, at, lengthBytes: headers.length });
  add(Buffer.concat([headers, end]));
  return { sizeBytes: at, parts };
}

/** Time and date of MS-DOS, one number each (4.4.6). */
function dosTime(at: Date): { time: number; date: number } {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const years = Math.max(0, at.getUTCFullYear() - 1980);
  return { time, date: (years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate() };
}
type Time = ReturnType<typeof dosTime>;

/** 4.3.7. With ZIP64 it holds both sizes. */
function localHeader(file: ZipEntry, time: Time): Uint8Array {
  const name = Buffer.from(file.name);
  const isLong = file.sizeBytes >= LONG || file.packedBytes >= LONG;
  const extra = isLong ? extra64([file.sizeBytes, file.packedBytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(isLong ? NEEDED_64 : NEEDED, 4);
  writeCommon(header, 6, { file, time });
  header.writeUInt32LE(isLong ? LONG : file.packedBytes, 18);
  header.writeUInt32LE(isLong ? LONG : file.sizeBytes, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** 4.3.12. With ZIP64 it holds those numbers that are too long, in this order. */
function directoryHeader(file: ZipEntry, { time, at }: { time: Time; at: number }): Uint8Array {
  const name = Buffer.from(file.name);
  const long = [file.sizeBytes, file.packedBytes, at].filter((number) => number >= LONG);
  const extra = long.length > 0 ? extra64(long) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(DIRECTORY_HEADER, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(long.length > 0 ? NEEDED_64 : NEEDED, 6);
  writeCommon(header, 8, { file, time });
  header.writeUInt32LE(Math.min(file.packedBytes, LONG), 20);
  header.writeUInt32LE(Math.min(file.sizeBytes, LONG), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(FILE_MODE, 38);
  header.writeUInt32LE(Math.min(at, LONG), 42);
  return Buffer.concat([header, name, extra]);
}

/** Flags, method, time and checksum, which both headers have in a row. */
function writeCommon(
  header: Buffer,
  at: number,
  { file, time }: { file: ZipEntry; time: Time },
): void {
  header.writeUInt16LE(UTF8_NAMES, at);
  header.writeUInt16LE(METHODS[file.method], at + 2);
  header.writeUInt16LE(time.time, at + 4);
  header.writeUInt16LE(time.date, at + 6);
  header.writeUInt32LE(file.crc32, at + 8);
}

function extra64(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(EXTRA_64, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) {
    extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  }
  return extra;
}

/** 4.3.14 to 4.3.16. */
function directoryEnd(directory: { files: number; at: number; lengthBytes: number }): Uint8Array {
  const { files, at, lengthBytes } = directory;
  const isLong = files >= LONG_COUNT || at >= LONG || lengthBytes >= LONG;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END, 0);
  end.writeUInt16LE(Math.min(files, LONG_COUNT), 8);
  end.writeUInt16LE(Math.min(files, LONG_COUNT), 10);
  end.writeUInt32LE(Math.min(lengthBytes, LONG), 12);
  end.writeUInt32LE(Math.min(at, LONG), 16);
  return isLong ? Buffer.concat([directoryEnd64(directory), end]) : end;
}

function directoryEnd64({ files, at, lengthBytes }: Parameters<typeof directoryEnd>[0]): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(DIRECTORY_END_64, 0);
  end.writeBigUInt64LE(BigInt(end.length - 12), 4);
  end.writeUInt16LE(MADE_BY, 12);
  end.writeUInt16LE(NEEDED_64, 14);
  end.writeBigUInt64LE(BigInt(files), 24);
  end.writeBigUInt64LE(BigInt(files), 32);
  end.writeBigUInt64LE(BigInt(lengthBytes), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(DIRECTORY_LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(at + lengthBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}
