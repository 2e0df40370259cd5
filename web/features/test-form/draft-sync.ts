// Keeps the form of a stored test in step with its draft on the server, which other people may change at the same time:
// saves what is typed, one call at a time, and merges what others saved. It lives outside React, so that what was typed
// is saved although its page was left.
import { Store } from '#capture/store.ts';
import { drafts } from '#contract/drafts.api.ts';
import { type Draft, type DraftEditing, draftForm } from '#contract/drafts.ts';
import type { TestId } from '#contract/ids.ts';
import type { TestValues } from '#web/entities/test/form-values.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, isRefusal } from '#web/lib/api-error.ts';
import { isSame } from './goal-draft.ts';
import { mergedValues, storedKeys, withStoredNumbers } from './merge-values.ts';

/** Pause in typing after which the form is saved. */
const PAUSE_MS = 1000;
/** First and longest pause before a call is repeated that got no answer. */
const RETRY_MS = { first: 2000, longest: 30_000 };

export interface SyncState {
  /** `held`: the form is being saved as the test. */
  phase: 'same' | 'saving' | 'failed' | 'held';
  /** Time of the draft, or null if there is none. */
  savedAt: string | null;
  /** The server's sentence if it refuses the draft, or null. */
  failure: string | null;
}

/** The form in the page. */
export interface SyncedForm {
  /** Returns a copy of the values. */
  read: () => TestValues;
  show: (values: TestValues) => void;
  /** Reads the test as it is stored now. */
  readStored: () => Promise<TestValues>;
  /** Runs when someone else discarded the draft; `before` is the form as it was. */
  onDiscarded: (before: TestValues) => void;
}

/**
 * Returns the values with which the form begins: those of the draft with later changes of the test, or of the test.
 * @param stored the values of the test
 */
export function firstValues(draft: Draft | null, stored: TestValues): TestValues {
  if (!draft) return stored;
  const withKeys = storedKeys(draft.form, { before: draft.base, now: stored, isSaved: false });
  return withStoredNumbers(mergedValues(draft.base, withKeys(draft.form), stored), stored);
}

export class DraftSync {
  readonly state: Store<SyncState>;
  readonly #testId: TestId;
  readonly #form: SyncedForm;
  /** Version of the draft with which the form is in step, or null for none. */
  #version: string | null;
  /** Values last in step with the draft, or with the test if there is none. */
  #synced: TestValues;
  /** Values of the test with which the form is in step. */
  #stored: TestValues;
  #isStale = false;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = RETRY_MS.first;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    testId: TestId,
    form: SyncedForm,
    first: { draft: Draft | null; stored: TestValues },
  ) {
    this.#testId = testId;
    this.#form = form;
    this.#version = first.draft?.version ?? null;
    this.#synced = first.draft?.form ?? first.stored;
    this.#stored = first.stored;
    this.state = new Store({ phase: 'same', savedAt: first.draft?.savedAt ?? null, failure: null });
  }

  /** Called after each change of the form. */
  changed(): void {
    const { phase } = this.state.getSnapshot();
    if (this.#isOver || phase === 'held') return;
    if (!this.#isChanged()) {
      this.state.merge({ phase: 'same', failure: null });
      return;
    }
    if (phase !== 'failed') this.state.merge({ phase: 'saving' });
    this.#workAfter(PAUSE_MS);
  }

  /** Saves what is not saved yet without waiting for a pause. */
  flush(): void {
    if (this.#isChanged()) this.#workAfter(0);
  }

  /** Says that the form is open, and takes over a draft that someone else saved. @throws ApiError */
  async check(): Promise<DraftEditing> {
    const editing = await this.#inTurn(async () => {
      const editing = await call(drafts.edit, { params: this.#params });
      if (editing.version !== this.#version) this.#isStale = true;
      return editing;
    });
    this.#workAfter(this.#isStale ? 0 : PAUSE_MS);
    return editing;
  }

  /** Takes over a change of the stored test, with the draft as it is after that change. */
  testChanged(stored: TestValues): void {
    if (this.#isOver || isSameForm(stored, this.#stored)) return;
    this.#isStale = true;
    this.#workAfter(0);
  }

  /** Deletes the draft. @returns the form as it was, or null if someone else changed the draft meanwhile */
  async discard(): Promise<TestValues | null> {
    clearTimeout(this.#timer);
    const before = this.#form.read();
    const isDone = await this.#inTurn(() => this.#discardVersion());
    if (isDone) this.#form.show(this.#stored);
    else this.#workAfter(0);
    return isDone ? before : null;
  }

  /** Puts a discarded form back. */
  restore(before: TestValues): void {
    this.#form.show(before);
    this.changed();
    this.flush();
  }

  /**
   * Saves the form as the test, after the last call and without further ones meanwhile.
   * @param send gets the version of the draft, or null if there is none
   */
  async saveAsTest<T>(send: (version: string | null) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.state.merge({ phase: 'held' });
    await this.#last;
    try {
      const answer = await send(this.#version);
      this.#end();
      return answer;
    } catch (error) {
      this.state.merge({ phase: 'same' });
      this.changed();
      throw error;
    }
  }

  /** The page is left: what is not saved yet is saved, and a draft without a change is deleted. */
  leave(): void {
    if (this.#isOver) return;
    if (this.#version !== null && isSameForm(this.#form.read(), this.#stored)) {
      void this.#inTurn(() => this.#discardVersion());
    } else this.flush();
  }

  get #params() {
    return { id: this.#testId };
  }

  /** Makes no further calls: the draft was saved as the test, or the test is gone. */
  #end(): void {
    clearTimeout(this.#timer);
    this.#isOver = true;
    this.state.merge({ phase: 'same', failure: null });
  }

  #isChanged(): boolean {
    return !isSameForm(this.#form.read(), this.#synced);
  }

  #workAfter(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#inTurn(() => this.#work()), pauseMs);
  }

  /** Runs one task after the other, so that no answer overtakes another. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(task);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #work(): Promise<void> {
    const isHeld = () => this.#isOver || this.state.getSnapshot().phase === 'held';
    try {
      while (!isHeld() && (this.#isStale || this.#isChanged())) {
        if (this.#isStale) await this.#load();
        else await this.#save();
        this.#retryMs = RETRY_MS.first;
      }
      if (!isHeld()) this.state.merge({ phase: 'same', failure: null });
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError && error.code === 'not_found') {
      this.#end();
      return;
    }
    this.state.merge({ phase: 'failed', failure: isRefusal(error) ? error.message : null });
    const isBusy = error instanceof ApiError && error.code === 'too_many_requests';
    // The same form would be refused again.
    if (isRefusal(error) && !isBusy) return;
    this.#workAfter(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.longest);
  }

  async #save(): Promise<void> {
    const form = this.#form.read();
    const body = { form, base: this.#stored, version: this.#version };
    try {
      const { version, savedAt } = await call(drafts.save, { params: this.#params, body });
      this.#synced = form;
      this.#version = version;
      this.state.merge({ savedAt });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      this.#isStale = true;
    }
  }

  async #load(): Promise<void> {
    const { draft } = await call(drafts.get, { params: this.#params });
    const stored = await this.#form.readStored();
    this.#isStale = false;
    this.#merge(draft, stored);
  }

  #merge(draft: Draft | null, stored: TestValues): void {
    const typed = this.#form.read();
    const before = this.#stored;
    const hasSaved = !isSameForm(before, stored);
    const isGone = draft === null && this.#version !== null;
    const known = this.#synced;
    let merged = typed;
    if (draft && draft.version !== this.#version) merged = mergedValues(known, typed, draft.form);
    if (isGone) {
      const withKeys = storedKeys(known, { before, now: stored, isSaved: hasSaved });
      merged = mergedValues(withKeys(known), withKeys(typed), stored);
    } else if (hasSaved) {
      const withKeys = storedKeys(merged, { before, now: stored, isSaved: false });
      merged = mergedValues(before, withKeys(merged), stored);
    }
    merged = withStoredNumbers(merged, stored);
    this.#version = draft?.version ?? null;
    this.#synced = draft?.form ?? stored;
    this.#stored = stored;
    this.state.merge({ savedAt: draft?.savedAt ?? null });
    if (!isSameForm(merged, typed)) this.#form.show(merged);
    if (isGone && !hasSaved && !isSameForm(known, stored)) this.#form.onDiscarded(typed);
  }

  /** @returns false if the draft has another version */
  async #discardVersion(): Promise<boolean> {
    const version = this.#version;
    try {
      if (version !== null) {
        await call(drafts.discard, { params: this.#params, query: { version } });
      }
    } catch (error) {
      if (!isOutdated(error)) throw error;
      this.#isStale = true;
      return false;
    }
    this.#version = null;
    this.#synced = this.#stored;
    this.state.merge({ phase: 'same', savedAt: null, failure: null });
    return true;
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'draft_changed';
}

/** Compares forms as the server stores them, whatever the order of their fields. */
function isSameForm(one: TestValues, other: TestValues): boolean {
  return isSame(
    ...([one, other].map((form) => draftForm.safeParse(form).data ?? form) as [unknown, unknown]),
  );
}
