// The role that the app connects as: it owns its database and everything in it, and can do nothing else. Only the
// start is the cluster's superuser, for the moment that this takes.
import { Client, type PoolConfig } from 'pg';

/** The role that initdb created. Releases up to 1 had no other role and created everything as this one. */
export const SUPERUSER = 'app';
/** No password for either: only the server's own user can reach the socket. */
export const ROLE = 'tryout';
/** The database that initdb makes; ours from the first start on. */
export const DATABASE = 'postgres';

/**
 * Each statement changes something only where it is not so yet. REASSIGN OWNED refuses the superuser that
 * initdb made, so each kind of object that our migrations and the job queue make is listed here.
 * Objects from 16384 on are not PostgreSQL's own (FirstNormalObjectId); 10 is initdb's superuser
 * (BOOTSTRAP_SUPERUSERID).
 */
const statements = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') THEN CREATE ROLE ${ROLE}; END IF;
END $$;
ALTER ROLE ${ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
ALTER DATABASE ${DATABASE} OWNER TO ${ROLE};
DO $$ DECLARE change text; BEGIN
  FOR change IN
    SELECT format('SCHEMA %I', nspname) FROM pg_namespace
      WHERE nspowner = 10 AND oid >= 16384 AND nspname !~ '^pg_'
    UNION ALL
    SELECT format('%s %s',
        CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
        c.oid::regclass)
      FROM pg_class c
      WHERE relowner = 10 AND c.oid >= 16384 AND relkind IN ('r', 'p', 'v', 'm', 'S')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
          AND d.objid = c.oid AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
    UNION ALL
    SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
      WHERE proowner = 10 AND oid >= 16384
    UNION ALL
    SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t LEFT JOIN pg_class c ON c.oid = typrelid
      WHERE typowner = 10 AND t.oid >= 16384 AND (typtype IN ('e', 'd', 'r') OR relkind = 'c')
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${ROLE}', change);
  END LOOP;
END $$;`;

/**
 * Creates the role and gives it everything, including objects that an older release created since. All is one
 * transaction, so a start that is killed meanwhile has changed nothing.
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
