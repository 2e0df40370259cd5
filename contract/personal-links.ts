// A personal link: leads one person to a test, is used once, and knows their name.
import { z } from 'zod/mini';
import { csvForm } from './exports.ts';
import { sessionId, type UniqueId } from './ids.ts';
import { NAME_MAX_CHARACTERS, PERSONAL_LINKS_AT_ONCE } from './limits.ts';
import { participantPath } from './paths.ts';
import { PERSONAL_LINK_PARAMETER } from './personal-token.ts';
import { requiredText } from './text.ts';

/** Names a personal link in lists and addresses of calls; opens nothing. */
export const personalLinkId = z.uuid().brand<'PersonalLinkId'>();
export type PersonalLinkId = z.infer<typeof personalLinkId>;

export const personName = requiredText('Name', NAME_MAX_CHARACTERS);

/** The path of a personal link. */
export function personalLinkPath(uniqueId: UniqueId, token: string): string {
  return `${participantPath(uniqueId)}?${PERSONAL_LINK_PARAMETER}=${token}`;
}

/**
 * `open`: not used yet, or the session that used it recorded nothing and is gone. `started`: its session runs. `taken`: its
 * session has ended. `deleted`: its recording was withdrawn or deleted; the link stays used.
 */
export const personalLinkState = z.enum(['open', 'started', 'taken', 'deleted', 'revoked']);
export type PersonalLinkState = z.infer<typeof personalLinkState>;

/** A link as lists show it to members; `personalLinks.address` returns its address. */
export const personalLink = z.object({
  _id: personalLinkId,
  name: z.string(),
  state: personalLinkState,
  createdAt: z.iso.datetime(),
  /** When its session began or ended, its recording was made, or the link was revoked; null while it is open. */
  stateAt: z.nullable(z.iso.datetime()),
  /** The session that used it, or null if there is none. */
  sessionId: z.nullable(sessionId),
});
export type PersonalLink = z.infer<typeof personalLink>;

/** Body: one link for each name. Names that have a link already get no other one. */
export const personalLinksInput = z.object({
  names: z
    .array(personName)
    .check(
      z.minLength(1, 'Please enter a name.'),
      z.maxLength(
        PERSONAL_LINKS_AT_ONCE,
        `At most ${PERSONAL_LINKS_AT_ONCE} links can be created at once.`,
      ),
    ),
});

export const createdPersonalLinks = z.object({
  links: z.array(z.object({ _id: personalLinkId, name: z.string(), url: z.string() })),
  /** Names that had a link before, or are in the list twice. */
  known: z.array(z.string()),
});
export type CreatedPersonalLinks = z.infer<typeof createdPersonalLinks>;

/** Body: the form of the table. */
export const personalLinksTable = z.object({ separator: z._default(csvForm, 'comma') });
