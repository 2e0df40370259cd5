// The security log: changes of accounts, teams, settings and recordings with their authors, and refused calls, by ids
// alone. Each event is one JSON line on standard output (docs/operate.md#security-log).
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { createFoldedLines } from './folded-lines.ts';
import { type SecurityIds, securityEvents } from './security-events.ts';

type EventName = keyof typeof securityEvents;
type Carried<K extends EventName> = (typeof securityEvents)[K]['carries'][number];

/** One event: the ids that it always contains, and any others that are available. */
export type SecurityEvent = {
  [K in EventName]: { event: K } & Required<Pick<SecurityIds, Carried<K>>> & SecurityIds;
}[EventName];

export interface SecurityLog {
  /** Writes an event; ids of the call under way are added where the event has none of that name. */
  write(event: SecurityEvent): void;
  /** Runs a call. Its lines contain these ids, which may grow while it runs. */
  during<T>(ids: SecurityIds, run: () => Promise<T>): Promise<T>;
  /** Writes the folded lines that are not yet on the log. */
  flush(): void;
}

/** Version that rises when a field changes its meaning or is removed, but not for new events and fields. */
const FORMAT_VERSION = 1;

const ID = /^[0-9a-f-]{36}$/;
/** Keys of the contract, error codes. */
const WORD = /^[A-Za-z_.-]{1,64}$/;
const ADDRESS = /^[0-9a-f.:]{1,40}\/(24|48)$/;

const formats: Record<keyof SecurityIds, RegExp> = {
  userId: ID,
  workspaceId: ID,
  testId: ID,
  sessionId: ID,
  signInId: ID,
  memberId: ID,
  invitationId: ID,
  apiKeyId: ID,
  webhookId: ID,
  viewLinkId: ID,
  personalLinkId: ID,
  endpoint: WORD,
  code: WORD,
  address: ADDRESS,
};
const idNames = Object.keys(formats) as (keyof SecurityIds)[];

/** @param log its lines go there, whatever its level is, unless it is silent. */
export function createSecurityLog(log: FastifyBaseLogger): SecurityLog {
  const calls = new AsyncLocalStorage<SecurityIds>();
  const lines = log.child(
    { log: 'security', version: FORMAT_VERSION },
    { level: log.level === 'silent' ? 'silent' : 'info' },
  );
  const folded = createFoldedLines((line) => lines.info(line));
  return {
    write(event) {
      const ids = known({ ...calls.getStore(), ...event });
      if (!securityEvents[event.event].folded) lines.info({ event: event.event, ...ids });
      else folded.write({ event: event.event, ...ids }, { event: event.event, code: ids.code });
    },
    during: (ids, run) => calls.run(ids, run),
    flush: () => folded.flush(),
  };
}

/** The ids of a line; one that has not its format is never shown. */
function known(values: SecurityIds): SecurityIds {
  const ids: SecurityIds = {};
  for (const name of idNames) {
    const value = values[name];
    if (value !== undefined) ids[name] = formats[name].test(value) ? value : 'unreadable';
  }
  return ids;
}
