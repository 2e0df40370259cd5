// A stream's text, and what becomes of a reader that does not read.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { WorkspaceId } from '#contract/ids.ts';
import { UpdateStream } from './update-stream.ts';

const workspaceId = '01890a5d-ac96-774b-bcce-b302099a8057' as WorkspaceId;
const start = `retry: 2000\n\nevent: opened\ndata: {"workspaceId":"${workspaceId}"}\n\n`;

it('says how long to wait, then each event by its name', () => {
  const stream = new UpdateStream(workspaceId);
  stream.send('change', { kind: 'workspace.changed' });
  stream.send('beat');
  expect(String(stream.readable.read())).toBe(
    `${start}event: change\ndata: {"kind":"workspace.changed"}\n\nevent: beat\ndata: {}\n\n`,
  );
});

it('ends with a last word, and leaves out what comes after it', async () => {
  const stream = new UpdateStream(workspaceId);
  stream.end({ isMember: true });
  stream.send('change', { kind: 'workspace.changed' });
  stream.end();
  const text = (await stream.readable.toArray()).join('');
  expect(text).toBe(`${start}event: ended\ndata: {"isMember":true}\n\n`);
});

it('is dropped when its reader leaves too much unread', async () => {
  const stream = new UpdateStream(workspaceId);
  const closed = once(stream.readable, 'close');
  for (let at = 0; at < 3000; at += 1) stream.send('change', { kind: 'workspace.changed', at });
  await closed;
  expect(stream.readable.destroyed).toBe(true);
});
