// Gives a tag to all chosen texts or to the one in focus, and takes it off them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerTags } from '#contract/answer-tags.api.ts';
import type { SessionId, TestId } from '#contract/ids.ts';
import {
  type AnswerTexts,
  type TaggedTexts,
  TEXTS_PAGE_MAX,
  type TextTagsChange,
} from '#contract/result-questions.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { choicesQuery, type TextPages } from '#web/entities/results/results.query.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { quickTagsOf, withUsed } from './quick-tags.ts';

interface TextsOf {
  testId: TestId;
  step: number;
}

type Text = AnswerTexts['items'][number];

/** The answer is in the list before the list is read again. */
function useChangeTags({ testId, step }: TextsOf) {
  const client = useQueryClient();
  const results = [...queryKeys.results.key, testId];
  const put = ({ texts }: TaggedTexts) => {
    const tagsOf = new Map(texts.map(({ sessionId, tags }) => [sessionId, tags]));
    client.setQueriesData<TextPages>({ queryKey: [...results, 'texts', step] }, (data) => {
      const pages = data?.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => ({
          ...item,
          tags: tagsOf.get(item.sessionId) ?? item.tags,
        })),
      }));
      return data && pages && { ...data, pages };
    });
  };
  return useCall(
    async ({ sessions, add, remove, onSaved }: TextTagsChange & { onSaved?: () => void }) => {
      for (let from = 0; from < sessions.length; from += TEXTS_PAGE_MAX) {
        const some = sessions.slice(from, from + TEXTS_PAGE_MAX);
        const body = { sessions: some, add, remove };
        put(await call(answerTags.change, { params: { id: testId, step }, body }));
      }
      // Before the list is read again: Ctrl Z undoes what is to be seen.
      onSaved?.();
    },
    {
      makesStale: [
        [...results, 'texts'],
        [...results, 'choices'],
      ],
      staleAfterFailure: true,
      failed: 'The tags were not saved. Please try again.',
      onFailure: (sentence) => toast.error(sentence),
    },
  );
}

export type Tagging = ReturnType<typeof useTagging>;

/** @param sums of the list, undefined until it is loaded */
export function useTagging(of: TextsOf, items: readonly Text[], sums: AnswerTexts | undefined) {
  const change = useChangeTags(of);
  const { data: choices } = useQuery(choicesQuery(of.testId, { revision: 'all' }));
  const [current, setCurrent] = useState<SessionId | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<SessionId>>(new Set());
  const [used, setUsed] = useState<ReturnType<typeof quickTagsOf> | null>(null);
  const known = [
    ...new Set([...(sums?.tags ?? []), ...(choices?.tags ?? [])].map(({ tag }) => tag)),
  ];
  const quick = used ?? quickTagsOf(known);
  const isChosen = ({ sessionId }: Text) => chosen.has(sessionId);
  const selection = items.filter(isChosen);
  const targets =
    selection.length > 0 ? selection : items.filter(({ sessionId }) => sessionId === current);

  const apply = (tag: string, texts: readonly Text[], isGiven: boolean) => {
    const sessions = texts.map(({ sessionId }) => sessionId);
    const [add, remove] = isGiven ? [[tag], []] : [[], [tag]];
    const count = sessions.length === 1 ? '' : ` ${wholeText(sessions.length)} texts`;
    const onSaved = () =>
      toast.undoable(`#${tag} ${isGiven ? 'added to' : 'taken off'}${count || ' the text'}`, {
        subject: `tags of ${of.testId} ${of.step}`,
        onUndo: () => change.mutate({ sessions, add: remove, remove: add }),
      });
    change.mutate({ sessions, add, remove, onSaved });
  };
  return {
    items,
    current,
    setCurrent,
    chosen,
    targets,
    selection,
    /** Tags of the test, the most frequent of these texts first. */
    known,
    quick: quick.tags,
    choose: (texts: readonly Text[], isOn: boolean) => {
      const next = new Set(chosen);
      for (const { sessionId } of texts) {
        if (isOn) next.add(sessionId);
        else next.delete(sessionId);
      }
      setChosen(next);
    },
    /** Gives the tag to those that lack it; if all have it, `toggle` takes it off all. */
    give: (tag: string, toggle = false) => {
      const lacking = targets.filter(({ tags }) => !tags.includes(tag));
      setUsed(withUsed(quick, tag));
      if (lacking.length > 0) apply(tag, lacking, true);
      else if (toggle && targets.length > 0) apply(tag, targets, false);
    },
    takeOff: (tag: string, text: Text) => apply(tag, [text], false),
  };
}
