// The table of roles: who calls, what each may get of a row, and what a row of the table is.
import type { errors } from '#contract/errors.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import type { TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';

/** Role → its heading in docs/security.md. */
export const roles = {
  anyone: 'anyone',
  visitor: 'visitor of a link for results, below /api/view',
  participant: 'participant of this session',
  ended: 'of this session, token over',
  after: 'of this session, finished ten minutes ago',
  link: 'private link of this session',
  sibling: 'of another session of the test',
  elsewhere: 'of another test',
  viewer: 'viewer',
  member: 'member',
  owner: 'owner',
  lapsed: 'owner, signed in an hour ago',
  stranger: 'owner of another workspace',
  removed: 'removed member',
  signedOut: 'signed out',
  forged: 'owner, wrong cross-site token',
  keyRead: 'key (read)',
  keyWrite: 'key (write)',
} as const;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];
/**
 * Roles of keys and visitors. Their cells follow from the contract and other cells (key.cells.ts), unless a row
 * defines them.
 */
export type KeyRole = 'keyRead' | 'keyWrite' | 'visitor';
const personNames = roleNames.filter((name) => !name.startsWith('key') && name !== 'visitor');

export const OWNER_EMAIL = 'roles-owner@example.com';

/** Roles of `contract/accounts.ts` that the columns stand for: a further one needs its column first. */
export const rolesOfAccounts = ['owner', 'member', 'viewer'];

/** 'ok': the row's own status. A code: that refusal with its status. A number: that status. */
export type Cell = 'ok' | keyof typeof errors | number;
export type Cells = Record<Exclude<Role, KeyRole>, Cell> & Partial<Record<KeyRole, Cell>>;

/** The subjects of a call. Each cell may create its own. */
export interface Target {
  test: Test;
  /** Number of the test's step that asks for a number. */
  questionStep: number;
  /** Still records. */
  session: StartedSession;
  /** Finished: its recording can be watched. */
  finished: StartedSession;
  /** A further one of the owner's. */
  signInId?: string;
  noteId?: string;
  clipId?: string;
  reelId?: string;
  findingId?: string;
  evidenceId?: string;
  exportId?: string;
}

export interface RoleWorld {
  app: TestApp;
  owner: TestClient;
  target: Target;
  /** Finished so long ago that its token, still as we signed it, is over. */
  finishedBefore: StartedSession;
  /** Secret texts of the workspace. No answer to anyone else may contain one of them. */
  secretTexts: readonly string[];
  workspaceId: string;
  newTest(): Promise<Test>;
  newSession(): Promise<StartedSession>;
  /** Starts a session whose video has arrived, without finishing it. */
  newStreamed(): Promise<StartedSession>;
  /** A session with its recording. */
  newRecording(): Promise<StartedSession>;
  /** A name that was not used before. */
  unused(): string;
  /** Id of a link to the results of the target's test. */
  viewLinkId: string;
  /** A new one. */
  newViewLink(): Promise<{ _id: string; token: string }>;
  /** The person's id. */
  viewerId(): Promise<string>;
  /** The email of a new member of the workspace. */
  newMember(): Promise<string>;
  /** The id of another sign-in of the owner. */
  newSignIn(): Promise<string>;
  /** Signs owner, member, viewer and stranger in again. */
  signInEverybody(): Promise<void>;
  /** The id of a new API key of the workspace. */
  newKey(): Promise<string>;
  /** The id of a new webhook of the workspace, with the one delivery that its log has. */
  newWebhook(): Promise<{ webhookId: string; deliveryId: string }>;
  /** Revokes the keys that are no role's, and removes webhooks. */
  removeIntegrations(): Promise<void>;
  /** The id of a new invitation into the workspace. */
  newInvitation(): Promise<string>;
  /** @param own a sign-in made for this call. */
  credentials(role: Role, target: Target, own?: true): Promise<Record<string, string>>;
}

/** A request without credentials: those are the role's. */
export interface RoleRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface RoleRow {
  /** Row of the endpoint table, or the route of what is no call. */
  call: string;
  /** Label of a row, if one call has several rows. */
  what?: string;
  /** Status of an allowed request, in a row without a call. */
  status?: number;
  /** It ends or moves its caller's sign-in: each cell gets one of its own. */
  ownSignIn?: true;
  /** Creates the data that a cell uses up. */
  prepare?: (world: RoleWorld) => Promise<Partial<Target>>;
  request: (target: Target, world: RoleWorld) => RoleRequest | Promise<RoleRequest>;
  /** Puts right what a cell has taken from the others. */
  restore?: (world: RoleWorld) => Promise<void>;
  cells: Cells;
}

const notSignedIn = {
  anyone: 'not_signed_in',
  participant: 'not_signed_in',
  ended: 'not_signed_in',
  after: 'not_signed_in',
  link: 'not_signed_in',
  sibling: 'not_signed_in',
  elsewhere: 'not_signed_in',
  removed: 'not_signed_in',
  signedOut: 'not_signed_in',
} as const;

/** A call that reads by the sign-in: of the workspace's own things unless `other` says so. */
export function reads(other: Partial<Cells> = {}): Cells {
  const team = { viewer: 'ok', member: 'ok', owner: 'ok', lapsed: 'ok', forged: 'ok' } as const;
  return { ...notSignedIn, ...team, stranger: 'not_found', ...other };
}

/** A call that every role may make, with the cross-site token. */
export function changesOwn(other: Partial<Cells> = {}): Cells {
  return reads({ forged: 'cross_site_token', ...other });
}

/** A call that changes something of the workspace. */
export function changes(other: Partial<Cells> = {}): Cells {
  return changesOwn({ viewer: 'member_only', ...other });
}

/** A change that requires a sign-in of the last 15 minutes. */
export function changesAccount(other: Partial<Cells> = {}): Cells {
  return changesOwn({ lapsed: 'sign_in_again', ...other });
}

/** A call of one session, by its token. */
export function ofSession(other: Partial<Cells> = {}): Cells {
  const others = Object.fromEntries(personNames.map((name) => [name, 'session_token_invalid']));
  const tokens = { participant: 'ok', sibling: 'not_found', elsewhere: 'not_found' };
  return { ...others, ...tokens, ...other } as Cells;
}

/** A call of a private link, by its token. */
export function ofLink(other: Partial<Cells> = {}): Cells {
  return alike('session_token_invalid', { link: 'ok', ...other });
}

/** A call that answers every caller alike. */
export function alike(cell: Cell = 'ok', other: Partial<Cells> = {}): Cells {
  return { ...(Object.fromEntries(personNames.map((name) => [name, cell])) as Cells), ...other };
}

export function json(method: string, path: string, body?: unknown): RoleRequest {
  if (body === undefined) return { method, path };
  return {
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
