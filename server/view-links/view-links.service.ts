// Links for viewing: members create them for one thing and end them, and visitors open them.
import { randomBytes } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { ViewLinkId } from '#contract/ids.ts';
import {
  VIEW_LINK_RATE,
  VIEW_PASSWORD_RATE,
  VIEW_PASSWORD_RATE_PER_ADDRESS,
  VIEW_PASSWORD_RATE_PER_LINK,
} from '#contract/limits.ts';
import { joinUserTimestamp, viewPath } from '#contract/paths.ts';
import {
  NO_SHARE_ID,
  type OpenedView,
  type ViewedThing,
  type ViewLink,
  type ViewLinkInput,
} from '#contract/view-links.ts';
import type { Parts } from '#server/parts.ts';
import {
  type Authorized,
  authorizeClip,
  authorizeRecordingById,
  authorizeReel,
  type SignIn,
  type TestRef,
} from '#server/platform/access/authorized.ts';
import type { ViewCaller } from '#server/platform/access/sign-in.ts';
import { requireOpen, titleFromRow, viewLinkStateFromRow } from './link-state.ts';
import {
  addViewLink,
  countView,
  findViewLink,
  hasRoomForViewLink,
  listViewLinks,
  readStamp,
  revokeViewLink,
  thingFromRow,
  type ViewLinkRow,
} from './view-links.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'publicUrl' | 'securityLog' | 'db' | 'rates' | 'passwords' | 'secrets'>;

const DAY_MS = 24 * 3_600_000;

export async function viewLinksOf(
  parts: Pick<Parts, 'db' | 'secrets'>,
  of: Authorized<TestRef> | Pick<SignIn, 'workspaceId'>,
): Promise<ViewLink[]> {
  const rows = await listViewLinks(parts.db, 'testId' in of ? { testId: of.testId } : of);
  return rows.map((row) => viewLinkFromRow(parts, row));
}

/** Too few to guess the rest of a token, enough to tell the links of a test apart. */
const ENDING_CHARACTERS = 4;

function viewLinkFromRow(parts: Pick<Parts, 'secrets'>, row: ViewLinkRow): ViewLink {
  const token = tokenToCopy(parts, row);
  return {
    _id: row.id,
    kind: row.kind,
    thing: thingFromRow(row),
    testId: row.test_id,
    testName: row.test_name,
    title: titleFromRow(row, true),
    hasPassword: row.password_hash !== null,
    withNames: row.with_names,
    withTexts: row.with_texts,
    withDownloads: row.with_downloads,
    createdAt: row.created_at.toISOString(),
    createdBy: [row.first_name, row.last_name].join(' ').trim() || row.email,
    expiresAt: row.expires_at?.toISOString() ?? null,
    state: viewLinkStateFromRow(row),
    views: row.views,
    lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
    canCopy: token !== null,
    ending: token?.slice(-ENDING_CHARACTERS) ?? null,
  };
}

/** The token is sealed with its link's id, so that no other row opens it. */
function sealToken({ secrets }: Pick<Parts, 'secrets'>, id: ViewLinkId, token: string): string {
  return secrets.seal('sealed-view-token', `${id} ${token}`);
}

/** Returns the token of an open link, or null if the present SESSION_SECRET does not open it. */
function tokenToCopy({ secrets }: Pick<Parts, 'secrets'>, row: ViewLinkRow): string | null {
  if (viewLinkStateFromRow(row) !== 'open') return null;
  const sealed = row.sealed_token && secrets.open('sealed-view-token', row.sealed_token);
  const [of, token] = sealed?.split(' ') ?? [];
  return of === row.id && token ? token : null;
}

/** Returns a link's address again. @throws AppError not_found; link_not_copied for one that has ended or is of 1.0 */
export async function readViewLinkAddress(
  parts: Pick<Parts, 'db' | 'publicUrl' | 'secrets' | 'securityLog'>,
  who: SignIn,
  id: ViewLinkId,
): Promise<{ url: string }> {
  const row = await findViewLink(parts.db, { id });
  if (row?.workspace_id !== who.workspaceId) throw new AppError('not_found');
  const token = tokenToCopy(parts, row);
  if (token === null) throw new AppError('link_not_copied');
  parts.securityLog.write({ event: 'view-link.copied', testId: row.test_id, viewLinkId: id });
  return { url: `${parts.publicUrl}${viewPath(token)}` };
}

interface LinkCreation {
  test: Authorized<TestRef>;
  who: SignIn;
  /** The caller's address, as rates count it. */
  address: string;
}

/** Creates a link. @throws AppError not_found for a thing of another test; list_full, too_many_requests */
export async function createViewLink(
  parts: Needs,
  { test, who, address }: LinkCreation,
  { thing, days, password, withNames, withTexts = true, withDownloads }: ViewLinkInput,
): Promise<{ url: string; viewLink: ViewLink }> {
  await requireOfTest(parts, { test, who }, thing);
  if (password !== null) parts.passwords.requireRoom(test.workspaceId);
  await parts.rates.count('view-link-address', address, VIEW_LINK_RATE);
  await parts.rates.count('view-link-workspace', test.workspaceId, VIEW_LINK_RATE);
  // The insertion checks this again under a lock. This check avoids the cost of a hash.
  if (!(await hasRoomForViewLink(parts.db, test))) throw new AppError('list_full');
  const token = randomBytes(16).toString('base64url');
  const id = await addViewLink(parts.db, test, {
    token,
    seal: (id) => sealToken(parts, id, token),
    thing,
    withNames,
    withTexts,
    withDownloads,
    userId: who.userId,
    passwordHash: password === null ? null : await parts.passwords.hash(test.workspaceId, password),
    expiresAt: days === null ? null : new Date(Date.now() + days * DAY_MS),
  });
  if (id === null) throw new AppError('list_full');
  parts.securityLog.write({ event: 'view-link.made', testId: test.testId, viewLinkId: id });
  const row = await findViewLink(parts.db, { id });
  if (!row) throw new AppError('not_found');
  return { url: `${parts.publicUrl}${viewPath(token)}`, viewLink: viewLinkFromRow(parts, row) };
}

async function requireOfTest(
  { db }: Pick<Parts, 'db'>,
  { test, who }: { test: Authorized<TestRef>; who: SignIn },
  thing: ViewLinkInput['thing'],
): Promise<void> {
  const ref = await authorizeThing(db, who, thing);
  if (ref !== null && ref.testId !== test.testId) throw new AppError('not_found');
}

/** Returns null if the link is for the whole test. @throws AppError not_found */
async function authorizeThing(
  db: Parts['db'],
  who: SignIn,
  thing: ViewedThing,
): Promise<Pick<TestRef, 'testId'> | null> {
  switch (thing.kind) {
    case 'recording':
      return await authorizeRecordingById(db, who, thing.sessionId);
    case 'reel':
      return await authorizeReel(db, who, thing.reelId);
    case 'clip':
      return await authorizeClip(db, who, { id: thing.clipId });
    default:
      return null;
  }
}

/** @throws AppError not_found */
export async function endViewLink(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  id: ViewLinkId,
): Promise<void> {
  if (!(await revokeViewLink(parts.db, who.workspaceId, id))) throw new AppError('not_found');
  parts.securityLog.write({ event: 'view-link.revoked', viewLinkId: id });
}

/** @throws AppError link_expired with the reason */
export async function findLinkByToken(
  { db }: Pick<Parts, 'db'>,
  token: string,
): Promise<ViewLinkRow> {
  return requireOpen(await findViewLink(db, { token }));
}

interface Opening {
  password: string | undefined;
  /** This browser has sent the password before, and its cookie is still valid. */
  isOpen: boolean;
  /** The caller's address, as rates count it. */
  address: string;
}

/**
 * Opens a link that has not ended, and counts the view.
 * @throws AppError view_password, view_password_wrong, too_many_requests
 */
export async function openView(
  parts: Needs,
  row: ViewLinkRow,
  { password, isOpen, address }: Opening,
): Promise<OpenedView> {
  if (row.password_hash !== null && !isOpen) {
    if (password === undefined || password === '') throw new AppError('view_password');
    const workspaceId = row.workspace_id;
    // An attempt that is rejected for lack of capacity is not counted, and costs no statement.
    parts.passwords.requireRoom(workspaceId);
    await countAttempt(parts, row, address);
    if (!(await parts.passwords.verify(workspaceId, password, row.password_hash))) {
      throw new AppError('view_password_wrong');
    }
  }
  const thing = thingFromRow(row);
  if (thing === null) throw new AppError('not_found');
  await countView(parts.db, row.id);
  return openedViewFromRow(row, thing);
}

/**
 * Counts an attempt before its hash is computed. The counts of the address come first, so that its rejected attempts do
 * not use up the link's.
 */
async function countAttempt(
  { rates }: Pick<Parts, 'rates'>,
  { id }: ViewLinkRow,
  address: string,
): Promise<void> {
  await rates.count('view-password-address', address, VIEW_PASSWORD_RATE_PER_ADDRESS);
  await rates.count('view-password', `${id} ${address}`, VIEW_PASSWORD_RATE);
  await rates.count('view-password-link', id, VIEW_PASSWORD_RATE_PER_LINK);
}

function openedViewFromRow(row: ViewLinkRow, thing: ViewedThing): OpenedView {
  const testId = row.test_id;
  return {
    _id: row.id,
    thing,
    title: titleFromRow(row),
    testId,
    recording:
      row.kind === 'recording'
        ? {
            uniqueId: NO_SHARE_ID,
            testId,
            company: row.company,
            testName: row.test_name,
            userTimestamp: joinUserTimestamp(
              row.with_names ? (row.participant_name ?? '') : `Participant ${row.number}`,
              row.timestamp_ms ?? 0,
            ),
          }
        : null,
    withTexts: row.with_texts,
    withDownloads: row.with_downloads,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

/** The state that an open page requests repeatedly: if the stamp differs, it reads all again. */
export async function stateOfView(
  { db }: Pick<Parts, 'db'>,
  view: ViewCaller,
): Promise<{ stamp: string }> {
  return { stamp: await readStamp(db, view) };
}

/** The title in the preview of a link, or null if the link has ended or has a password. */
export async function viewTitleOf(
  { db }: Pick<Parts, 'db'>,
  token: string,
): Promise<string | null> {
  const row = await findViewLink(db, { token });
  return row?.password_hash === null && viewLinkStateFromRow(row) === 'open'
    ? titleFromRow(row)
    : null;
}
