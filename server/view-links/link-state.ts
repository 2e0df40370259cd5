// The state of a link for viewing: it shows its content now, or has a reason why not.
import { AppError } from '#contract/errors.ts';
import type { ViewLink } from '#contract/view-links.ts';
import type { ViewLinkRow } from './view-links.db.ts';

export function viewLinkStateFromRow(row: ViewLinkRow): ViewLink['state'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && row.expires_at <= new Date()) return 'expired';
  if (row.withdrawn) return 'withdrawn';
  return isThere(row) ? 'open' : 'gone';
}

function isThere({ kind, session_id, reel_name, clip_title }: ViewLinkRow): boolean {
  switch (kind) {
    case 'recording':
      return session_id !== null;
    case 'reel':
      return reel_name !== null;
    case 'clip':
      return clip_title !== null && session_id !== null;
    default:
      return true;
  }
}

const sentences: Record<Exclude<ViewLink['state'], 'open'>, string> = {
  revoked: 'This link has ended. Ask the person who sent it to you for another one.',
  expired: 'This link has ended. Ask the person who sent it to you for another one.',
  gone: 'What this link showed was deleted.',
  withdrawn: 'This participant withdrew. Their recording was deleted.',
};

/** @throws AppError link_expired with the reason */
export function requireOpen(row: ViewLinkRow | undefined): ViewLinkRow {
  const state = row ? viewLinkStateFromRow(row) : 'revoked';
  if (!row || state !== 'open') {
    throw new AppError('link_expired', { message: sentences[state === 'open' ? 'gone' : state] });
  }
  return row;
}

/** Returns the title of the link's content, for its heading, its preview and lists. */
export function titleFromRow(row: ViewLinkRow, names = row.with_names): string {
  const what = partTitle(row, names);
  return what === null ? row.test_name : `${what} · ${row.test_name}`;
}

/** Returns null for the whole test, and for deleted content. */
function partTitle(row: ViewLinkRow, names: boolean): string | null {
  if (row.kind === 'report') return 'Report';
  if (row.kind === 'reel') return row.reel_name;
  if (row.kind === 'results' || row.session_id === null) return null;
  const who = names ? row.participant_name : `Participant ${row.number}`;
  return row.kind === 'clip' ? row.clip_title || `Clip of ${who}` : who;
}
