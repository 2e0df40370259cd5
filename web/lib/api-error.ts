// A call that did not succeed: what the server said, or why nothing was said.

export class ApiError extends Error {
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** Of contract/errors.ts; or `unreachable` (no answer), `unexpected_answer` (one that makes no sense). */
  readonly code: string;
  /** A sentence per bad field, by the field's name. */
  readonly fields: Record<string, string>;
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
  return error instanceof ApiError && error.status > 0 && error.status < 500;
}

/** The sentence of a failed call, or `otherwise` when it has none meant for people. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return isRefusal(error) ? error.message : otherwise;
}
