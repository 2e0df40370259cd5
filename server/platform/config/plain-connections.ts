// Connections that leave this machine without TLS because of the configuration. The start is refused unless
// ALLOW_PLAIN_CONNECTIONS names their kind.
import { Client } from 'pg';
import { isLoopback } from '#server/platform/machine/network.ts';

/** The purposes of a connection, as ALLOW_PLAIN_CONNECTIONS names them. */
export const plainKinds = [
  'smtp',
  's3',
  'database',
  'issuer',
  'figma',
  'transcribe',
  'webhook',
] as const;
export type PlainKind = (typeof plainKinds)[number];

/** A variable that configures a plain connection to another machine. */
interface PlainConnection {
  kind: PlainKind;
  variable: string;
  host: string;
  /** Advice for the operator other than to allow the connection. */
  advice: string;
}

const web: readonly [string, PlainKind][] = [
  ['S3_ENDPOINT', 's3'],
  ['GOOGLE_ISSUER', 'issuer'],
  ['FIGMA_WEB_ORIGIN', 'figma'],
  ['FIGMA_EMBED_ORIGIN', 'figma'],
  ['FIGMA_MESSAGE_ORIGIN', 'figma'],
  ['FIGMA_API_ORIGIN', 'figma'],
  ['TRANSCRIBE_URL', 'transcribe'],
];

/**
 * @param env variables; one that cannot be parsed is not reported here.
 * @returns every plain connection beyond loopback except mail, which requires TLS when it connects.
 */
export function plainConnections(env: Readonly<Record<string, unknown>>): PlainConnection[] {
  const found: PlainConnection[] = [];
  for (const [variable, kind] of web) {
    const address = env[variable];
    const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
    if (url?.protocol !== 'http:' || isLoopback(url.hostname)) continue;
    found.push({ kind, variable, host: url.hostname, advice: 'use https://' });
  }
  for (const variable of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const database = env[variable];
    const host = typeof database === 'string' ? plainDatabaseHost(database) : null;
    const advice = 'add sslmode=verify-full';
    if (host !== null) found.push({ kind: 'database', variable, host, advice });
  }
  return found;
}

/**
 * Returns the host of a plain connection, or null for TLS, this machine, or a unix socket (its folder replaces the
 * host).
 */
function plainDatabaseHost(connectionString: string): string | null {
  if (!connectionString.startsWith('postgres')) return null;
  try {
    const { host, ssl } = new Client({ connectionString });
    return ssl || host.startsWith('/') || isLoopback(host) ? null : host;
  } catch {
    // An address that the driver can't read, or a certificate that is not there: the connection itself
    // fails of it and names the variable.
    return null;
  }
}

/** Returns whether mail may go without TLS: to this machine, or if that was allowed. */
export function mayMailPlainly(smtpUrl: string, allowed: readonly PlainKind[]): boolean {
  return allowed.includes('smtp') || isLoopback(new URL(smtpUrl).hostname);
}
