// Query of a list of tests: filter, order, and the cursor of the next page.
import { z } from 'zod/mini';
import { idsQuery, pageQuery } from './answers.ts';
import { testId } from './ids.ts';
import { isPlainText } from './text.ts';

/** `recent`: with activity in the last RECENT_DAYS. `template`: members begin other tests with it. */
export const testState = z.enum(['open', 'closed', 'recent', 'template']);
export type TestState = z.infer<typeof testState>;

/**
 * `activity`: the latest recording or change first. `created`: the newest first. `name`: from A to Z, by
 * 80 characters. `recordings`: the most first. Of equals, one order that never changes: by id.
 */
export const testSort = z.enum(['activity', 'created', 'name', 'recordings']);
export type TestSort = z.infer<typeof testSort>;

/**
 * Cursor at the end of a page: the last test and its sort value. It stays valid when that test changes or is deleted.
 */
export interface TestPlace {
  id: string;
  /** Epoch milliseconds, a count, or the beginning of a name; null in an order by id alone. */
  value: string | null;
}

/** A place as a cursor: `{id}` or `{id}~{value}`. */
export function joinPlace({ id, value }: TestPlace): string {
  return value === null ? id : `${id}~${value}`;
}

/** Returns null for a cursor of another order, and for a text that is no cursor. */
export function splitPlace(cursor: string, sort: TestSort): TestPlace | null {
  const [, id = '', value = null] = /^([^~]*)(?:~(.*))?$/s.exec(cursor) ?? [];
  if (!testId.safeParse(id).success || !isValueOf[sort](value)) return null;
  return { id, value };
}

const isNumber = (value: string | null) => value !== null && /^\d{1,15}$/.test(value);
const isValueOf: Record<TestSort, (value: string | null) => boolean> = {
  activity: isNumber,
  created: (value) => value === null,
  name: (value) => value !== null && isPlainText(value),
  recordings: isNumber,
};

const anyCursor = z
  .string()
  .check(z.refine((cursor) => testSort.options.some((sort) => splitPlace(cursor, sort))));

/** Query of the list of tests; `created` is the order when none is given. */
export const testListQuery = z
  .extend(pageQuery(anyCursor), {
    state: z.optional(testState),
    sort: z.optional(testSort),
    ids: idsQuery(testId),
    /** Each test then includes the number of recordings since this time. */
    since: z.optional(z.iso.datetime({ offset: true })),
  })
  .check(
    z.refine(({ cursor, sort = 'created' }) => !cursor || splitPlace(cursor, sort) !== null, {
      path: ['cursor'],
      message: 'This cursor belongs to another order.',
    }),
  );
export type TestListQuery = z.infer<typeof testListQuery>;
