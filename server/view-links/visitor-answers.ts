// Rewrites answers for visitors of a link. It removes share ids and links to prototypes, participants' names and texts if
// the link hides them, and replaces addresses by those that visitors may call.
import { z } from 'zod';
import { pathSegment, splitUserTimestamp, viewCallsPath } from '#contract/paths.ts';
import { NAMELESS_MEMBER, NO_SHARE_ID, NO_TEXT, type ViewKind } from '#contract/view-links.ts';
import { signImage } from '#server/media/signed-image.ts';
import type { ViewCaller } from '#server/platform/access/sign-in.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';

interface Showing {
  view: ViewCaller;
  secrets: Secrets;
}

/** Fields that lead out of the link, with their replacements. */
const emptied: ReadonlyMap<string, string | null> = new Map([
  ['uniqueId', NO_SHARE_ID],
  // An address that leads nowhere by its top-level domain (RFC 2606).
  ['figmaUrl', 'https://prototype.invalid/'],
  ['link', ''],
  ['prototypeUrl', null],
  // The people behind a number.
  ['moments', null],
]);

/** Kinds of links that show stretches of recordings. Their answers contain no pictures, which may show other stretches. */
const ofStretches: readonly ViewKind[] = ['report', 'reel', 'clip'];

/** Returns a JSON answer in the form for visitors. */
export function answerForVisitor(answer: unknown, showing: Showing): unknown {
  if (typeof answer === 'string') {
    return answer.startsWith('/api/') ? visibleAddress(answer, showing) : answer;
  }
  if (Array.isArray(answer)) return answer.map((each) => answerForVisitor(each, showing));
  if (answer === null || typeof answer !== 'object') return answer;
  if (answer instanceof Date) return answer;
  const visibleFields = Object.entries(answer).map(([name, value]) => [
    name,
    emptied.has(name) ? emptied.get(name) : visibleField(name, value, showing),
  ]);
  return { ...Object.fromEntries(visibleFields), ...withoutName(answer, showing) };
}

/** Fields with addresses. Other fields may contain a person's text that begins like one of our addresses. */
const addressNames: ReadonlySet<string> = new Set([
  'url',
  'imageUrl',
  'videoUrl',
  'posterUrl',
  'images',
]);

/** Returns whether a field contains a picture. A sheet of stills contains other moments than those of the clip. */
const isPicture = (name: string) => name === 'posterUrl' || name === 'still';

function visibleField(name: string, value: unknown, showing: Showing): unknown {
  if (isPicture(name) && ofStretches.includes(showing.view.kind)) return null;
  // Parameters of a participant's link may be their id elsewhere.
  if (name === 'parameters' && !showing.view.withNames) return [];
  if (name === 'filter' && typeof value === 'string') return visibleFilter(value, showing);
  if (!showing.view.withTexts && holdsText(name, value)) return withoutText(name, value, showing);
  if (name === 'author' || name === 'by') return visibleMember(value, showing);
  if (typeof value === 'string' && !addressNames.has(name)) return value;
  // The neighbours of the one recording that is shown are none of the visitor's business.
  if (name === 'place' && showing.view.kind !== 'results') return ALONE;
  return answerForVisitor(value, showing);
}

/** Fields of lists whose items have what a participant wrote, with its field there. */
const textsOfItems: ReadonlyMap<string, string> = new Map([
  ['comments', 'text'],
  ['questions', 'answer'],
]);

/** Returns whether a field contains words of a participant: a text, or items with one. */
function holdsText(name: string, value: unknown): boolean {
  if (textsOfItems.has(name)) return Array.isArray(value);
  return (name === 'helped' || name === 'other') && typeof value === 'string';
}

function withoutText(name: string, value: unknown, showing: Showing): unknown {
  if (!Array.isArray(value)) return NO_TEXT;
  const field = textsOfItems.get(name) ?? '';
  return value.map((item: Record<string, unknown>) =>
    answerForVisitor(
      typeof item[field] === 'string' ? { ...item, [field]: NO_TEXT } : item,
      showing,
    ),
  );
}

/** A text that people were searched by may be a name or what someone wrote, a parameter of their link an id elsewhere. */
function visibleFilter(filter: string, { view }: Showing): string {
  if (view.withNames && view.withTexts) return filter;
  const query = new URLSearchParams(filter);
  query.delete('text');
  query.delete('parameter');
  return query.toString();
}

/** Hides the name of an author: members have names too, and the address of one without a name is private. */
function visibleMember(value: unknown, { view }: Showing): unknown {
  const visibleName = (name: string) =>
    view.withNames && !name.includes('@') ? name : NAMELESS_MEMBER;
  if (typeof value === 'string') return visibleName(value);
  const member = memberSchema.safeParse(value);
  return member.success ? { ...member.data, name: visibleName(member.data.name) } : value;
}

const memberSchema = z.object({ id: z.string(), name: z.string() });

const ALONE = { position: 1, total: 1, newer: null, older: null };

/** 'Participant 12' for a name, in the recording's own name too. */
function withoutName(
  answer: object,
  { view }: Showing,
): { participantName?: string; userTimestamp?: string } {
  if (view.withNames) return {};
  const { number, participantName, userTimestamp } = answer as Record<string, unknown>;
  if (participantName === undefined && userTimestamp === undefined) return {};
  const name = typeof number === 'number' ? `Participant ${number}` : 'Another participant';
  return {
    ...(participantName === undefined ? {} : { participantName: name }),
    ...(typeof userTimestamp === 'string'
      ? { userTimestamp: namelessTimestamp(userTimestamp, name) }
      : {}),
  };
}

/** The timestamp decides, the name is for people. */
export function namelessTimestamp(userTimestamp: string, name: string): string {
  return `${name}_${splitUserTimestamp(userTimestamp)?.timestampMs ?? 0}`;
}

/** An address of our own, below the link's. */
function visibleAddress(address: string, { view, secrets }: Showing): string {
  const url = new URL(address, 'http://x');
  const segments = url.pathname.split('/').slice(2);
  const [first, id = ''] = segments;
  if (first === 'screens') {
    const expires = Number(url.searchParams.get('expires'));
    url.searchParams.set('signature', signImage(secrets, id, { expires, view: view.id }));
  }
  if (first === 'recording_data') {
    const last = segments.length - 1;
    segments[last - 4] = NO_SHARE_ID;
    const userTimestamp = decodeURIComponent(segments[last] ?? '');
    if (!view.withNames) {
      segments[last] = pathSegment(namelessTimestamp(userTimestamp, 'Participant'));
    }
  }
  return `${viewCallsPath(view.id)}/${segments.join('/')}${url.search}`;
}
