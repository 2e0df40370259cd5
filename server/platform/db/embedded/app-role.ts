// The role that the app connects as: it owns its database and everything in it, and can do nothing else. Only the
// start is the cluster's superuser, for the moment that this takes.
import { Client, type PoolConfig } from 'pg';

/** The superuser, which initdb creates. */
export const SUPERUSER = 'app';
/** No password for either: only the server's own user can reach the socket. */
export const ROLE = 'tryout';
/** The database that initdb makes; ours from the first start on. */
export const DATABASE = 'postgres';

/** Each statement changes something only where it is not so yet. A new role has no right but the one to log in. */
const statements = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') THEN CREATE ROLE ${ROLE} LOGIN; END IF;
END $$;
ALTER DATABASE ${DATABASE} OWNER TO ${ROLE};`;

/**
 * Creates the role at the first start. All is one transaction, so a start that is killed meanwhile has changed
 * nothing.
 * @param host folder of the server's socket.
 * @returns the app's own connection, for openDatabase.
 */
export async function prepareAppRole(host: string): Promise<PoolConfig> {
  const client = new Client({ host, user: SUPERUSER, database: DATABASE });
  // If a connection breaks between two queries, the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Several statements in one query are one transaction (PostgreSQL documentation, section 54.2.2.1).
    await client.query(statements);
  } finally {
    await client.end();
  }
  return { host, user: ROLE, database: DATABASE };
}
