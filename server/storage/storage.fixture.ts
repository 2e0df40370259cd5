// Sources that work or fail, and short functions to read a storage, for the conformance suite.
import { buffer } from 'node:stream/consumers';
import type { ByteSource, Storage, StoredObject } from './storage.ts';

/** The storage under test and an unused key, for one group of the suite. */
export type Bench = {
  storage: () => Storage;
  freshKey: () => string;
  append: (key: string, offset: number, source: ByteSource) => Promise<number>;
};

export const bytes = (text: string) => new TextEncoder().encode(text);

export async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

export async function* breaking(...texts: string[]): AsyncGenerator<Uint8Array> {
  yield* pieces(...texts);
  throw new Error('the connection was reset');
}

/** Yields its texts and then stays silent for ever, like a connection whose other end is gone. */
export async function* silent(...texts: string[]): AsyncGenerator<Uint8Array> {
  yield* pieces(...texts);
  await new Promise(() => undefined);
}

export async function textOf(storage: Storage, key: string): Promise<string> {
  const size = (await storage.size(key)) ?? 0;
  return (await buffer(await storage.read(key, { start: 0, end: size }))).toString();
}

export async function objectsOf(storage: Storage, prefix: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for await (const object of storage.list(prefix)) objects.push(object);
  return objects;
}

export async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  return (await objectsOf(storage, prefix)).map((object) => object.key).sort();
}
