// The folder of everything kept on this machine: made at the first start, before anything is opened in it.
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';

/** @throws Error with one line that names DATA_DIR when the folder can't be made or written to. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Configuration: DATA_DIR cannot be used: ${reason}`);
  }
}
