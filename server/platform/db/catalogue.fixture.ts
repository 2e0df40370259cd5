// The schema of a database as PostgreSQL's catalogue has it, to compare two databases.
import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * A line for each part of the schema `public`, with its whole definition, in order. Left out are the names that
 * PostgreSQL 18 gives to NOT NULL, because they come from a table's first name, comments within functions, and the
 * brackets of triggers, because a restored dump groups conditions in another way.
 */
export async function readCatalogue(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    SELECT concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text, relacl::text, obj_description(oid, 'pg_class')) AS line
      FROM ours
    UNION ALL SELECT concat_ws(' ', 'column', relname,
        (SELECT count(*) FROM pg_attribute AS before WHERE before.attrelid = ours.oid AND before.attnum BETWEEN 1 AND a.attnum AND NOT before.attisdropped),
        attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attcompression,
        coalesce(attstattarget, -1), attcollation::regcollation, pg_get_expr(adbin, adrelid), col_description(ours.oid, attnum))
      FROM ours JOIN pg_attribute AS a ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, contype, convalidated, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisunique, indisprimary, indimmediate, indcollation::text)
      FROM pg_index JOIN ours ON ours.oid = indrelid
    UNION ALL SELECT concat_ws(' ', 'trigger', translate(pg_get_triggerdef(pg_trigger.oid), '()', ''), tgenabled)
      FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', 'function', regexp_replace(pg_get_functiondef(oid), '\\s*--[^\\n]*', '', 'g'), proacl::text)
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM ours WHERE relkind = 'v'
    UNION ALL SELECT concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle)
      FROM pg_sequence JOIN ours ON ours.oid = seqrelid
    UNION ALL SELECT concat_ws(' ', 'type', typname, typtype) FROM pg_type
      WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd', 'r')
    UNION ALL SELECT concat_ws(' ', 'extension', extname) FROM pg_extension
    ORDER BY line`.execute(db);
  return rows.map(({ line }) => line);
}
