// Answers the calls of tests and their settings.

import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { changeTest, createTest } from './change-test.service.ts';
import { sendPlainList } from './plain-list.ts';
import {
  pageTests,
  readOverview,
  readRevisions,
  readSettings,
  readTest,
  removeTest,
  restoreDeleted,
  saveSettings,
} from './tests.service.ts';

export function testHandlers(parts: Parts): HandlersOf<'tests'> {
  return {
    list: ({ caller, query, reply }) => {
      const asksForPage = Object.values(query).some((value) => value !== undefined);
      return asksForPage ? pageTests(parts, caller, query) : sendPlainList(parts, caller, reply);
    },
    get: async ({ caller, params }) =>
      readTest(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    overview: async ({ caller, params }) =>
      readOverview(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    create: async ({ caller, body }) => {
      const testId = await createTest(parts, caller, body);
      return await readTest(parts, await authorizeTest(parts.db, caller, { testId }));
    },
    update: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      await changeTest(parts, { test, userId: caller.userId }, body);
      return await readTest(parts, test);
    },
    delete: async ({ caller, params }) => {
      await removeTest(parts, await authorizeTest(parts.db, caller, params));
      return { message: 'Test deleted successfully.' };
    },
    restore: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      await restoreDeleted(parts, { test, by: caller.userId }, body);
      return { message: 'Restored.' };
    },
    revisions: async ({ caller, params }) =>
      readRevisions(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    settings: async ({ caller, params }) =>
      readSettings(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    saveSettings: async ({ caller, params, body }) =>
      saveSettings(parts, await authorizeTest(parts.db, caller, { testId: params.id }), body),
  };
}
