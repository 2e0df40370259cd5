// The folder of everything kept on this machine: made at the first start, before anything is opened in it.
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { naming } from './start-failure.ts';

/** @throws Error with one line that names DATA_DIR when the folder can't be made or written to. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await naming('DATA_DIR', async () => {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  });
}
