// A call that did not succeed: what the server said, or why nothing was said.
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

export class ApiError extends Error {
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /**
   * Of contract/errors.ts, or empty when the answer named none (a proxy's, say);
   * or `unreachable` (no answer), `unexpected_answer` (one that makes no sense).
   */
  readonly code: string;
  /** A sentence per bad field, by the field's name. */
  readonly fields: Record<string, string>;
  /** How long the server asks to wait (Retry-After); null when it does not say. */
  retryAfterMs: number | null = null;
  /** What is there now, where another change came first; not parsed. */
  present: unknown;

  constructor(status: number, body: { code: string; message: string }, fields = {}) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.fields = fields;
  }
}

/** The server said no, and why; anything else (no answer, a crash) may pass when tried again. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** The server does not know of it; asking again would tell the same. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The sentence of a refused call, or `otherwise` when it has none meant for people. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return isRefusal(error) ? serverSentenceOf(error, otherwise) : otherwise;
}

/** Codes whose sentence is our own, or says less than the page can. */
const withoutSentence = new Set<string>(['unreachable', 'unexpected_answer', 'internal']);

/** As `sentenceOf`, where the server's word comes first even when it failed (section 8). */
export function serverSentenceOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && !withoutSentence.has(error.code) ? error.message : otherwise;
}

/**
 * What a page says when a call fails: its sentence where the server gives none, or a function that makes one of the
 * error.
 */
export type Failure = string | ((error: unknown) => string);

export function failureText(failed: Failure, error: unknown): string {
  return typeof failed === 'string' ? sentenceOf(error, failed) : failed(error);
}

/** What the server says of a field that has no place in the form's own values. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}

/** @param fields of the form, by the names the server uses. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
): void {
  if (!(error instanceof ApiError)) return;
  for (const field of fields) {
    const message = error.fields[field];
    if (message !== undefined) setError(field, { message });
  }
}
