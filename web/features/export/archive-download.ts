// Downloads an export's archive in slices, reports the progress, and resumes after a break. The browser stores received
// slices as blobs, on disk if they are large.
import { type Observable, Store } from '#capture/store.ts';
import { sentenceOf } from '#web/lib/api-error.ts';

export type DownloadState =
  | { kind: 'idle' }
  | { kind: 'running'; doneBytes: number }
  /** `message` is the reason of the break. The download can resume from `doneBytes`. */
  | { kind: 'broken'; doneBytes: number; message: string; canGoOn: boolean }
  | { kind: 'done' };

/** A slice takes a second on a slow line. It is the loss of a break, and the step of the progress bar. */
export const SLICE_BYTES = 2 * 1024 * 1024;

interface Archive {
  sizeBytes: number;
  /** Bytes from `start` up to `end`. @throws ApiError */
  read(start: number, end: number, signal: AbortSignal): Promise<Blob>;
  /** Saves the whole file. */
  save(file: Blob): void;
}

export class ArchiveDownload {
  readonly #store = new Store<DownloadState>({ kind: 'idle' });
  readonly #archive: Archive;
  #parts: Blob[] = [];
  #doneBytes = 0;
  #running: AbortController | null = null;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  get state(): Observable<DownloadState> {
    return this.#store;
  }

  /** Begins the download, or resumes it after a break. */
  async start(): Promise<void> {
    if (this.#running) return;
    const running = new AbortController();
    this.#running = running;
    const { sizeBytes } = this.#archive;
    try {
      this.#store.set({ kind: 'running', doneBytes: this.#doneBytes });
      while (this.#doneBytes < sizeBytes) {
        const end = Math.min(sizeBytes, this.#doneBytes + SLICE_BYTES);
        const part = await this.#archive.read(this.#doneBytes, end, running.signal);
        if (running.signal.aborted) return;
        if (part.size !== end - this.#doneBytes) throw new Error('another number of bytes');
        this.#parts.push(part);
        this.#doneBytes = end;
        this.#store.set({ kind: 'running', doneBytes: end });
      }
      this.#archive.save(new Blob(this.#parts, { type: 'application/zip' }));
      this.#forget();
      this.#store.set({ kind: 'done' });
    } catch (error) {
      if (!running.signal.aborted) this.#break(error);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  /** Cancels the download and discards received bytes. */
  cancel(): void {
    this.#running?.abort();
    this.#running = null;
    this.#forget();
    this.#store.set({ kind: 'idle' });
  }

  #break(error: unknown): void {
    const refused = sentenceOf(error, '');
    this.#store.set({
      kind: 'broken',
      doneBytes: this.#doneBytes,
      message: refused || 'The download was interrupted. Continue it to get the rest.',
      canGoOn: refused === '',
    });
  }

  #forget(): void {
    this.#parts = [];
    this.#doneBytes = 0;
  }
}
