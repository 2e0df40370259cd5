// The draft of a stored test in the page of its form.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { drafts } from '#contract/drafts.api.ts';
import type { Draft } from '#contract/drafts.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import type { TestValues } from '#web/entities/test/form-values.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useStore } from '#web/lib/use-store.ts';
import { DraftSync } from './draft-sync.ts';
import { isSame } from './goal-draft.ts';
import { valuesOfTest } from './test-changes.ts';

/** A page with the form open says so this often, three times in the minute for which others see its name. */
const SIGN_MS = 20_000;

/** A draft that was fetched before the page was opened is used for so long. */
const AHEAD_MS = 10_000;

function aheadQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.drafts.key, id, 'ahead'],
    queryFn: ({ signal }) => call(drafts.get, { params: { id }, signal }),
    staleTime: AHEAD_MS,
    gcTime: AHEAD_MS,
  });
}

/** Fetches the draft of a test whose form will probably be opened. */
export async function fetchDraftAhead(client: QueryClient, id: string): Promise<void> {
  await client.prefetchQuery(aheadQuery(id));
}

/**
 * The draft with which the page begins. Later ones are merged into the form.
 * @param isOfMember the test exists, and the person may change it
 */
export function firstDraftQuery(id: string, isOfMember: boolean) {
  return queryOptions({
    queryKey: [...queryKeys.drafts.key, id, 'first'],
    queryFn: async ({ client }) => {
      const first = await client.fetchQuery(aheadQuery(id));
      client.removeQueries({ queryKey: aheadQuery(id).queryKey });
      return first;
    },
    enabled: ({ state }) => isOfMember && state.data === undefined,
    gcTime: 0,
  });
}

/** @param draft the draft with which the form was filled */
export function useDraft(
  form: UseFormReturn<TestValues>,
  { test, draft }: { test: TestOverview; draft: Draft | null },
) {
  const client = useQueryClient();
  // One for the page: it takes over later drafts and changes of the test itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values with which the form began
  const sync: DraftSync = useMemo(
    () =>
      new DraftSync(
        test._id,
        {
          read: () => structuredClone(form.getValues()),
          show: (values) => showValues(form, values),
          readStored: async () =>
            valuesOfTest(await client.fetchQuery({ ...testQuery(test._id), staleTime: 0 })),
          onDiscarded: (before) =>
            toast.undoable('Someone else discarded the draft.', {
              onUndo: () => sync.restore(before),
            }),
        },
        { draft, stored: valuesOfTest(test) },
      ),
    [],
  );
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => sync.changed() }),
    [subscribe, sync],
  );
  useEffect(() => {
    // Changes of the test after the draft may have changed the values already.
    sync.changed();
    const flush = () => sync.flush();
    addEventListener('online', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flush);
      sync.leave();
    };
  }, [sync]);
  useEffect(() => sync.testChanged(valuesOfTest(test)), [sync, test]);
  const editing = useQuery({
    queryKey: [...queryKeys.drafts.key, test._id, 'editing'],
    queryFn: () => sync.check(),
    refetchInterval: SIGN_MS,
    gcTime: 0,
  });
  const state = useStore(sync.state);
  const isUnsaved = state.phase === 'saving' || state.phase === 'failed';
  // Leaving the page saves the rest, unless saving does not work.
  useUnsavedChanges(isUnsaved, state.phase === 'failed' ? 'page' : 'tab');
  return { sync, state, editors: editing.data?.editors ?? [] };
}

/**
 * Shows values in the form. Only fields that differ are set, so that the caret stays in the others; in another
 * list of steps, those at other places are rendered with their values.
 */
function showValues({ getValues, setValue }: UseFormReturn<TestValues>, next: TestValues): void {
  const options = { shouldDirty: true, shouldValidate: true };
  const before = structuredClone(getValues());
  if (before.name !== next.name) setValue('name', next.name, options);
  const keysOf = ({ steps }: TestValues) => steps.map(({ key }) => key);
  if (!isSame(keysOf(before), keysOf(next))) setValue('steps', next.steps, options);
  for (const [at, step] of next.steps.entries()) {
    const old = before.steps[at];
    if (old?.key !== step.key) continue;
    const [fields, values] = [Object.keys({ ...old, ...step }), new Map(Object.entries(step))];
    const oldValues = new Map(Object.entries(old));
    for (const field of fields) {
      if (isSame(oldValues.get(field), values.get(field))) continue;
      setValue(`steps.${at}.${field}` as `steps.${number}.task`, values.get(field), options);
    }
  }
}
