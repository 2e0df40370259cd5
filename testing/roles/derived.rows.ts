// Rows of the table of roles that follow from the contract: permission, method and path of a call define the answer to
// each role. A call that differs has rows of its own.
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import { validBody } from '../valid-body.ts';
import {
  alike,
  type Cells,
  changes,
  changesAccount,
  changesOwn,
  json,
  ofLink,
  ofSession,
  type RoleRow,
  reads,
  type Target,
} from './role.ts';

export function derivedRow(call: string, row: Endpoint): RoleRow {
  return {
    call,
    request: (target) =>
      json(
        row.method,
        addressOf<Endpoint>(row, { params: paramsOf(target, row) }),
        validBody(call, row),
      ),
    cells: cellsOf(row),
  };
}

const openingId = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';

/** Returns the values of a path's parameters by name. */
function paramsOf({ test, questionStep, session, finished }: Target, { permission }: Endpoint) {
  return {
    id: test._id,
    testId: test._id,
    uniqueId: test.uniqueId,
    company: 'x',
    testName: 'x',
    sessionId: permission === 'participant' ? session._id : finished._id,
    uploadId: session.uploadId,
    userTimestamp: finished.userTimestamp,
    screenId: '1:2',
    sheet: '0',
    step: String(questionStep),
    openingId,
  };
}

function cellsOf({ method, params, permission, recentSignIn }: Endpoint): Cells {
  if (permission === 'anyone') return alike();
  if (permission === 'visitor') return alike('view_closed', { visitor: 'ok' });
  if (permission === 'participant') return ofSession();
  if (permission === 'private-link') return ofLink();
  // A call without an id in its address concerns the caller's own data.
  const others: Partial<Cells> = {
    ...(params ? {} : { stranger: 'ok' }),
    ...(permission === 'member' ? { viewer: 'member_only' as const } : {}),
    ...(permission === 'owner' ? { viewer: 'owner_only', member: 'owner_only' } : {}),
  };
  if (method === 'GET') return reads(others);
  if (recentSignIn) return changesAccount(others);
  return permission === 'viewer' ? changesOwn(others) : changes(others);
}
