// Mails as a person finds them: files in the server's outbox.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';
import type { RunningServer } from './server.ts';

/** The link in the newest mail to an address whose subject holds these words, once it is there. */
export async function mailedLink(
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  { to, subject }: { to: string; subject: string },
): Promise<string> {
  const folder = join(dataDir, 'outbox');
  const find = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    for (const name of names.toSorted().reverse()) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      if (mail.to?.[0]?.address !== to || !mail.subject?.includes(subject)) continue;
      return /https?:\S+#\S+/.exec(mail.text ?? '')?.[0] ?? '';
    }
    throw new Error(`no mail to ${to}`);
  };
  return await vi.waitFor(find, { timeout: 15_000, interval: 100 });
}
