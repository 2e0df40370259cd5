// Requirements on every storage. The test file of each implementation runs them.
import { beforeAll, describe } from 'vitest';
import { describeAppends, describeBrokenAppends } from './append.conformance.ts';
import {
  describeKeys,
  describeListAndDelete,
  describePut,
  describeRead,
} from './objects.conformance.ts';
import type { Bench } from './storage.fixture.ts';
import type { Storage } from './storage.ts';

/** Runs the whole suite. `open` returns an empty storage. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(`storage: ${name}`, () => {
    let opened: Storage | undefined;
    let count = 0;
    const storage = () => {
      if (!opened) throw new Error('the storage is not open yet');
      return opened;
    };
    const bench: Bench = {
      storage,
      append: (key, offset, source) => storage().append(key, { offset, source }),
      freshKey: () => {
        count += 1;
        return `t${count}/object.bin`;
      },
    };

    beforeAll(async () => {
      opened = await open();
    });

    describeAppends(bench);
    describeBrokenAppends(bench);
    describePut(bench);
    describeRead(bench);
    describeListAndDelete(bench);
    describeKeys(bench);
  });
}
