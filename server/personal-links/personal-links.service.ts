// Personal links: members create and revoke them, and a participant's page reads whom its link is for.
import { randomBytes } from 'node:crypto';
import type { PageQuery } from '#contract/answers.ts';
import { AppError } from '#contract/errors.ts';
import type { CsvForm } from '#contract/exports.ts';
import type { TestId, UniqueId } from '#contract/ids.ts';
import { PERSONAL_LINKS_MAX, WRONG_PERSONAL_LINK_RATE } from '#contract/limits.ts';
import {
  type CreatedPersonalLinks,
  type PersonalLink,
  type PersonalLinkId,
  personalLinkPath,
} from '#contract/personal-links.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { type Column, csvText } from '#server/platform/csv.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import { newId } from '#server/platform/new-id.ts';
import { findSharedTest, lockTest, updateTest } from '#server/tests/tests.db.ts';
import {
  countPersonalLinks,
  findPersonalLink,
  insertPersonalLinks,
  listPersonalLinks,
  type PersonalLinkRow,
  readNames,
  readUniqueId,
  requireOpenLink,
  setRevoked,
} from './personal-links.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'publicUrl' | 'rates' | 'secrets' | 'securityLog'>;

export async function pageOfPersonalLinks(
  { db }: Pick<Parts, 'db'>,
  { testId }: Authorized<TestRef>,
  query: PageQuery,
) {
  const { search, cursor } = query;
  const [page, sums] = await Promise.all([
    cutPage(query, async (limit) =>
      (await listPersonalLinks(db, testId, { search, cursor, limit })).map((row) => ({
        item: personalLinkFromRow(row),
        cursor: row.id,
      })),
    ),
    countPersonalLinks(db, testId, search),
  ]);
  return { ...page, ...sums };
}

function personalLinkFromRow({ id, name, state, ...row }: PersonalLinkRow): PersonalLink {
  return {
    ...{ _id: id, name, state, sessionId: row.sessionId },
    createdAt: row.createdAt.toISOString(),
    stateAt: row.stateAt?.toISOString() ?? null,
  };
}

/**
 * Creates a link for each name that has none, in the order of the names. The test's row is locked, so that of two members
 * who add the same list one creates the links.
 * @throws AppError not_found, list_full
 */
export async function createPersonalLinks(
  parts: Needs,
  ref: Authorized<TestRef>,
  names: readonly string[],
): Promise<CreatedPersonalLinks> {
  const { testId } = ref;
  const created = await parts.db.transaction().execute(async (db) => {
    if (!(await lockTest(db, ref))) throw new AppError('not_found');
    const present = new Set(await readNames(db, testId));
    const known: string[] = [];
    const links = names.flatMap((name) => {
      if (present.has(name)) known.push(name);
      if (present.has(name)) return [];
      present.add(name);
      const [id, token] = [newId<PersonalLinkId>(), randomBytes(16).toString('base64url')];
      return [{ id, name, token, sealedToken: sealToken(parts, id, token) }];
    });
    if (links.length > 0 && present.size > PERSONAL_LINKS_MAX)
      throw new AppError('list_full', FULL);
    await insertPersonalLinks(db, testId, links);
    await updateTest(db, ref, {});
    return { links, known };
  });
  parts.securityLog.write({ event: 'personal-links.made', testId });
  const addressOf = await addressesOf(parts, testId);
  const links = created.links.map(({ id, name, token }) => ({
    _id: id,
    name,
    url: addressOf(token),
  }));
  return { links, known: created.known };
}

const FULL = {
  message: `A test can have at most ${PERSONAL_LINKS_MAX} personal links. Revoke some that are not needed.`,
};

/** The token is sealed with its link's id, so that no other row opens it. */
function sealToken({ secrets }: Pick<Parts, 'secrets'>, id: PersonalLinkId, token: string): string {
  return secrets.seal('sealed-personal-token', `${id} ${token}`);
}

/** Returns the token of a link that is not revoked, or null if the present SESSION_SECRET does not open it. */
function tokenToCopy({ secrets }: Pick<Parts, 'secrets'>, row: PersonalLinkRow): string | null {
  if (row.state === 'revoked') return null;
  const [of, token] = secrets.open('sealed-personal-token', row.sealedToken)?.split(' ') ?? [];
  return of === row.id && token ? token : null;
}

async function addressesOf({ db, publicUrl }: Pick<Parts, 'db' | 'publicUrl'>, testId: TestId) {
  const uniqueId = await readUniqueId(db, testId);
  return (token: string) => `${publicUrl}${personalLinkPath(uniqueId, token)}`;
}

/** @throws AppError not_found; link_not_copied for a link that was used or revoked */
export async function readPersonalLinkAddress(
  parts: Needs,
  { testId }: Authorized<TestRef>,
  id: PersonalLinkId,
): Promise<{ url: string }> {
  const row = await requireLink(parts, testId, id);
  const token = row.state === 'open' ? tokenToCopy(parts, row) : null;
  if (token === null) throw new AppError('link_not_copied');
  parts.securityLog.write({ event: 'personal-links.copied', testId });
  return { url: (await addressesOf(parts, testId))(token) };
}

async function requireLink(
  { db }: Pick<Parts, 'db'>,
  testId: TestId,
  id: PersonalLinkId,
): Promise<PersonalLinkRow> {
  const row = await findPersonalLink(db, testId, { id });
  if (!row) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found; personal_link_used where a link that was used would be revoked */
export async function changePersonalLink(
  parts: Needs,
  ref: Authorized<TestRef>,
  { id, revoked }: { id: PersonalLinkId; revoked: boolean },
): Promise<PersonalLink> {
  const { testId } = ref;
  const row = await parts.db.transaction().execute(async (db) => {
    // A start takes the link under the same lock.
    if (!(await lockTest(db, ref))) throw new AppError('not_found');
    const { state } = await requireLink({ db }, testId, id);
    if (revoked && !['open', 'revoked'].includes(state)) throw new AppError('personal_link_used');
    if (revoked !== (state === 'revoked')) {
      await setRevoked(db, id, revoked ? new Date() : null);
      await updateTest(db, ref, {});
    }
    return await requireLink({ db }, testId, id);
  });
  const event = revoked ? 'personal-link.revoked' : 'personal-link.restored';
  parts.securityLog.write({ event, testId, personalLinkId: id });
  return personalLinkFromRow(row);
}

/** Returns all links of a test as CSV. A link that is revoked has no address. */
export async function personalLinksCsv(
  parts: Needs,
  { testId }: Authorized<TestRef>,
  separator: CsvForm,
): Promise<string> {
  const addressOf = await addressesOf(parts, testId);
  const columns: Column<PersonalLinkRow>[] = [
    { name: 'name', says: 'Whom the link is for.', value: ({ name }) => name },
    {
      name: 'link',
      says: 'Its address; empty: revoked.',
      value: (row) => {
        const token = tokenToCopy(parts, row);
        return token && addressOf(token);
      },
    },
    {
      name: 'state',
      says: 'open, started, taken, deleted or revoked.',
      value: ({ state }) => state,
    },
    { name: 'when', says: 'The time of that state.', value: ({ stateAt }) => stateAt },
  ];
  const rows = await listPersonalLinks(parts.db, testId);
  parts.securityLog.write({ event: 'personal-links.copied', testId });
  let csv = '';
  for await (const part of csvText(columns, oneBatch(rows), separator)) csv += part;
  return csv;
}

async function* oneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

interface Opening {
  uniqueId: UniqueId;
  token: string;
  /** The caller's address, as rates count it. */
  address: string;
}

/** @throws AppError not_found, personal_link_used, personal_link_invalid, too_many_requests */
export async function openPersonalLink(
  { db, rates }: Pick<Parts, 'db' | 'rates'>,
  { uniqueId, token, address }: Opening,
): Promise<{ name: string }> {
  const test = await findSharedTest(db, uniqueId);
  if (!test) throw new AppError('not_found');
  try {
    const { name } = await requireOpenLink(db, test.id, token);
    return { name };
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'personal_link_invalid';
    if (isWrong) await rates.count('wrong-personal-link', address, WRONG_PERSONAL_LINK_RATE);
    throw error;
  }
}
