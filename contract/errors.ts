// Every refusal the server can answer with: code, HTTP status and the sentence people read.
import type { ErrorBody } from './error-body.ts';

/**
 * code → [HTTP status, default message]. Statuses: 400 bad input, 401 not signed in, 403 not for
 * this role, 404 not found or not yours, 409 conflict, …
 */
export const errors = {
  bad_input: [400, 'Some of the input is not valid.'],
  key_in_address: [
    400,
    'An API key belongs in the Authorization header, never in an address. Revoke this one: addresses are kept in logs.',
  ],
  malformed_body: [400, 'The request body could not be read.'],
  not_signed_in: [401, 'Please sign in first.'],
  view_closed: [401, 'Open the link again.'],
  view_password: [401, 'This link asks for a password.'],
  session_token_invalid: [401, 'This session token is not valid.'],
  api_key_invalid: [401, 'This API key is not valid: it was revoked, has expired, or is mistyped.'],
  cross_site_token: [403, 'The cross-site request token is missing or wrong. Reload the page.'],
  sign_in_again: [403, 'Please sign in again to do this.'],
  wrong_person: [403, 'This link belongs to another account. Sign in with that account.'],
  key_refused: [403, 'This call is for people who are signed in; an API key cannot make it.'],
  key_reads_only: [403, 'This API key may read only.'],
  view_password_wrong: [403, 'This is not the password.'],
  owner_only: [403, 'Only the owner of this workspace can do that.'],
  member_only: [
    403,
    'Viewers can watch, read and write notes. Ask the owner to make you a member.',
  ],
  not_found: [404, 'Not found.'],
  screen_not_rendered: [404, 'The design tool has no image of this screen.'],
  already_member: [409, 'This person is already in your team members list.'],
  screened_out: [403, 'This test needs other participants.'],
  already_taken: [409, 'This test was taken in this browser already.'],
  export_not_ready: [409, 'This export is still being made.'],
  export_running: [409, 'An export of yours is still running. Wait for it, or cancel it.'],
  outcome_changed: [409, 'Another member has changed this outcome. Check it, then decide again.'],
  clip_not_cut: [
    409,
    "This clip can't be played on its own: its video has no place to start from in the 2 seconds before it. Ask the person who sent you the link to begin the clip at another time.",
  ],
  consent_changed: [409, 'The consent text has changed.'],
  changed_meanwhile: [409, 'Another member changed this meanwhile.'],
  draft_changed: [409, 'This draft was changed meanwhile. Load it, then save again.'],
  recording_full: [409, 'This recording has reached its limit of notes or clips.'],
  owner_cannot_leave: [409, 'The owner cannot leave the workspace.'],
  own_email: [409, 'You cannot add your own email as a team member.'],
  same_email: [409, 'New email cannot be the same as the current email.'],
  list_full: [409, 'The limit is reached. Remove one first.'],
  still_recording: [409, 'This recording still runs. It is transcribed once it has ended.'],
  transcript_changed: [409, 'This transcript has changed. Check it, then correct it again.'],
  transcripts_off: [409, 'Transcripts are off: this server has no recogniser.'],
  session_over: [409, 'This session is already over.'],
  test_closed: [409, 'This test is closed.'],
  test_changed: [
    409,
    'This test was changed meanwhile. Load the newest task and link, then save again.',
  ],
  personal_link_used: [409, 'This link was used already.'],
  test_full: [409, 'This test has all the submissions it needs.'],
  workspace_full: [
    409,
    "This test can't take recordings right now. Please tell the person who sent you the link.",
  ],
  upload_offset: [409, 'The upload continues at another offset.'],
  export_over: [
    410,
    'A recording of this export was deleted or changed since it was made. Make the export again.',
  ],
  link_not_copied: [409, 'This link can no longer be copied. Create a new one.'],
  link_expired: [410, 'This link is no longer valid.'],
  personal_link_invalid: [410, 'This personal link is no longer valid.'],
  webhook_off: [409, 'This webhook is off. Turn it on first.'],
  tus_version: [412, 'This server speaks version 1.0.0 of the tus protocol.'],
  too_large: [413, 'That is too large.'],
  wrong_media: [415, 'This kind of file is not accepted here.'],
  range_not_satisfiable: [416, 'The requested range is outside the file.'],
  design_token_refused: [422, 'The design tool refuses this token.'],
  unreadable_image: [422, 'The image could not be read.'],
  unreadable_video: [422, 'The video could not be read.'],
  ahead_of_time: [
    429,
    'More has arrived than can have been recorded since this session began. Please wait a moment.',
  ],
  too_many_requests: [429, 'Too many requests. Please wait a moment.'],
  header_too_large: [431, 'A header of this request is too large.'],
  internal: [500, 'Something went wrong on our side.'],
  busy: [503, 'Too many downloads run at this moment. Please try again shortly.'],
  prototype_unavailable: [503, 'The design tool does not answer right now.'],
  server_full: [503, 'No new recording can begin right now. Please try again later.'],
  storage_full: [503, 'The storage is full. Nothing is lost; please try again shortly.'],
  unavailable: [503, 'The service is not available right now. Please try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errors;

/** Additional fields of an expected refusal, beside its code. */
export interface ErrorDetail {
  /** Else the sentence of the first bad field, else the code's. */
  message?: string;
  fields?: Record<string, string>;
  /** The current state, if another change came first, in the form that the call would return. */
  present?: object;
  /** Seconds, sent as `Retry-After`. */
  retryAfterSeconds?: number;
}

/** An expected refusal; anything else that is thrown is answered as `internal` and logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(detail.message ?? Object.values(detail.fields ?? {})[0] ?? errors[code][1]);
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
  }
  get status(): number {
    return errors[this.code][0];
  }
  get body(): ErrorBody {
    const { fields, present } = this.detail;
    return {
      message: this.message,
      code: this.code,
      ...(fields ? { fields } : {}),
      ...(present ? { present } : {}),
    };
  }
}
