// Runs inside the browser: participants of one page, each with the page's own upload code, a recorder's pace, and a spool
// in memory.
import { MemorySpool } from '#capture/spool/memory-spool.ts';
import { type NewSession, newlySpooled } from '#capture/spool/spool.ts';
import { SessionUpload } from '#capture/upload/session-upload.ts';

const PIECE_MS = 1000;
const PIECE_BYTES = 60_000;

/** When more of a participant's bytes were acknowledged, in epoch milliseconds. */
const acknowledgedAtMs: number[][] = [];

async function record(session: NewSession, header: Uint8Array<ArrayBuffer>): Promise<void> {
  const spool = new MemorySpool();
  await spool.begin(session);
  const upload = new SessionUpload({ spool, session: newlySpooled(session) });
  const times: number[] = [];
  acknowledgedAtMs.push(times);
  let storedBytes = 0;
  upload.subscribe(() => {
    const stored = upload.getSnapshot().storedBytes;
    if (stored > storedBytes) times.push(Date.now());
    storedBytes = stored;
  });
  upload.stream();
  let offset = 0;
  const add = async (bytes: Uint8Array<ArrayBuffer>) => {
    await spool.append(session.sessionId, { offset, bytes, recordedMs: offset });
    offset += bytes.length;
    upload.piecesAdded(offset);
  };
  await add(header);
  setInterval(() => {
    add(new Uint8Array(PIECE_BYTES)).catch((error) => console.error(error));
  }, PIECE_MS);
}

const page = {
  /** @param header the beginning of a video, which the server knows as one */
  async begin(sessions: readonly NewSession[], header: readonly number[]): Promise<void> {
    for (const session of sessions) await record(session, new Uint8Array(header));
  },
  /** For each participant the first time after a moment at which bytes were acknowledged. */
  firstAfter(ms: number): (number | null)[] {
    return acknowledgedAtMs.map((times) => times.find((at) => at > ms) ?? null);
  },
};

export type ComebackPage = typeof page;
Object.assign(globalThis, { comeback: page });
