// One open page's stream as text/event-stream (HTML standard, section 9.2 'Server-sent events').
import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { WorkspaceId } from '#contract/ids.ts';
import type { updatesEnded } from '#contract/updates.ts';

/** Time that a browser waits before it connects again, in the standard's `retry` field. */
const RETRY_MS = 2000;
/** A reader that leaves this much unread, and the last round of changes, is dropped: it connects again and reads everything. */
const UNREAD_MAX_BYTES = 64 * 1024;

type EventName = 'opened' | 'change' | 'beat' | 'ended';

export function eventText(event: EventName, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A stream of updates. Everything that is sent after the end is dropped. */
export class UpdateStream {
  readonly readable = new Readable({ read: () => undefined });
  #over = false;

  /** @param workspaceId workspace whose changes the stream sends. */
  constructor(workspaceId: WorkspaceId) {
    // A connection that the network broke is no error of ours.
    this.readable.on('error', () => undefined);
    this.readable.push(`retry: ${RETRY_MS}\n\n`);
    this.send('opened', { workspaceId });
  }

  send(event: EventName, data: object = {}): void {
    this.write(eventText(event, data));
  }

  /** Events as text. */
  write(text: string): void {
    if (this.#over || this.readable.destroyed || text === '') return;
    if (this.readable.readableLength > UNREAD_MAX_BYTES) this.readable.destroy();
    else this.readable.push(text);
  }

  /** Ends the stream, after a last message if there is one; messages that were sent before still arrive. */
  end(word?: z.infer<typeof updatesEnded>): void {
    if (word) this.send('ended', word);
    if (!(this.#over || this.readable.destroyed)) this.readable.push(null);
    this.#over = true;
  }
}
