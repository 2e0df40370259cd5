// Shares of the disk's reserve when the disk is below its floor: each address gets as much as is left, and each
// session behind an address that has used this up an equal part. One address leaves half of the reserve to the
// others, ten leave an eleventh.
import type { SessionId } from '#contract/ids.ts';

/** A session that writes, and its address. */
export interface SessionWriter {
  sessionId: SessionId;
  /** The client's address as calls are counted by. */
  address: string;
}

interface AddressShare {
  bytes: number;
  sessions: Map<SessionId, number>;
}

/** Bytes written since the disk fell below its floor. */
export class ReserveShares {
  readonly #addresses = new Map<string, AddressShare>();

  /**
   * Counts bytes of a session if they are within its share.
   * @param leftBytes of the reserve before they are written
   */
  take({ sessionId, address }: SessionWriter, bytes: number, leftBytes: number): boolean {
    const share = this.#addresses.get(address) ?? { bytes: 0, sessions: new Map() };
    const own = share.sessions.get(sessionId) ?? 0;
    const sessions = share.sessions.size + (share.sessions.has(sessionId) ? 0 : 1);
    const left = leftBytes - bytes;
    const isWithin = share.bytes + bytes <= left || own + bytes <= left / (sessions + 1);
    if (!isWithin) return false;
    share.bytes += bytes;
    share.sessions.set(sessionId, own + bytes);
    this.#addresses.set(address, share);
    return true;
  }

  /** Forgets everything: the disk is above its floor again. */
  clear(): void {
    this.#addresses.clear();
  }
}
