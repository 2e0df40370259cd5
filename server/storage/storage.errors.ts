// What can go wrong between a caller and the storage, as types: each says how many bytes are kept.

/** The append doesn't begin where the object ends. */
export class OffsetConflict extends Error {
  override readonly name = 'OffsetConflict';
  readonly sizeBytes: number;
  constructor(key: string, offset: number, sizeBytes: number) {
    super(`${key} has ${sizeBytes} bytes; an append at ${offset} doesn't fit`);
    this.sizeBytes = sizeBytes;
  }
}

/** The source ended before it was done; the first `sizeBytes` of the object are on stable storage. */
export class AppendInterrupted extends Error {
  override readonly name = 'AppendInterrupted';
  readonly sizeBytes: number;
  constructor(key: string, sizeBytes: number, cause: unknown) {
    super(`the source of ${key} broke; ${sizeBytes} bytes are kept`, { cause });
    this.sizeBytes = sizeBytes;
  }
}

/** The source had more bytes than the append may take. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
  readonly sizeBytes: number;
  constructor(key: string, sizeBytes: number) {
    super(`the source of ${key} is too long; ${sizeBytes} bytes are kept`);
    this.sizeBytes = sizeBytes;
  }
}

/** The disk or the quota is full. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
  readonly sizeBytes: number;
  constructor(key: string, sizeBytes: number, cause: unknown) {
    super(`no space left for ${key}; ${sizeBytes} bytes are kept`, { cause });
    this.sizeBytes = sizeBytes;
  }
}

/** Reading what was never stored, or is deleted. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
  constructor(key: string) {
    super(`there is no object ${key}`);
  }
}

/** A programming error: keys are made from ids, never from what people type. */
export class InvalidKey extends Error {
  override readonly name = 'InvalidKey';
  constructor(key: string) {
    super(`not a storage key: ${JSON.stringify(key)}`);
  }
}
