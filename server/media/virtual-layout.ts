// How a virtual file is put together: runs of stored bytes, with a few made or changed ones. Containers make
// layouts, virtual-file.read.ts reads them.

/** A run of the virtual file, beginning at its byte `at`: made by us, or stored from byte `storedAt` on. */
export type VirtualPart =
  | { at: number; lengthBytes: number; bytes: Uint8Array }
  | { at: number; lengthBytes: number; storedAt: number };

/** Bytes that replace stored ones of the same number, at byte `at` of the virtual file. */
export type Patch = { at: number; bytes: Uint8Array };

export type VirtualLayout = {
  sizeBytes: number;
  durationMs: number;
  /** Changes whenever any byte of the virtual file does; unique for one recording only. */
  etagBasis: string;
  /** In order, without gaps. */
  parts: readonly VirtualPart[];
  /** In order. */
  patches: readonly Patch[];
};
