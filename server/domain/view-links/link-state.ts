// Whether a link for viewing shows its thing now, else why not.
import { AppError } from '#contract/errors.ts';
import type { ViewLink } from '#contract/view-links.ts';
import type { ViewLinkRow } from './view-links.db.ts';

export function stateOf(row: ViewLinkRow): ViewLink['state'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && row.expires_at <= new Date()) return 'expired';
  return row.kind !== 'results' && row.session_id === null ? 'gone' : 'open';
}

const sentences: Record<Exclude<ViewLink['state'], 'open'>, string> = {
  revoked: 'This link has ended.',
  expired: 'This link has ended.',
  gone: 'What this link showed is no longer there: it was deleted, or its participant withdrew.',
};

/** @throws AppError link_expired with the reason */
export function requireOpen(row: ViewLinkRow | undefined): ViewLinkRow {
  const state = row ? stateOf(row) : 'revoked';
  if (!row || state !== 'open') {
    throw new AppError('link_expired', { message: sentences[state === 'open' ? 'gone' : state] });
  }
  return row;
}

/** What it shows, as its heading, its preview and lists say it. */
export function titleOf(row: ViewLinkRow, names = row.with_names): string {
  if (row.kind === 'results') return row.test_name;
  if (row.session_id === null) return row.test_name;
  const who = names ? row.participant_name : `Participant ${row.number}`;
  return `${who} · ${row.test_name}`;
}
