// Sends the form; on success the list follows, on a refusal the server's sentences are shown.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Test, TestForm } from '#contract/tests.ts';
import { testQuery, testsKey } from '#web/entities/test/tests.query.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/ui/toast.store.ts';
import type { TestTexts } from './test-texts.ts';

interface SaveOptions {
  form: UseFormReturn<TestForm>;
  texts: TestTexts;
  send: (input: TestForm) => Promise<Test>;
  /** Runs before the way to the dashboard. */
  onSaved?: () => void;
}

export function useSaveTest({ form, texts, send, onSaved }: SaveOptions) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: send,
    onSuccess: async (test) => {
      onSaved?.();
      queryClient.setQueryData(testQuery(test._id).queryKey, test);
      toast.success(texts.done);
      await navigate(pages.dashboard.href());
      await queryClient.invalidateQueries({ queryKey: [...testsKey, 'list'] });
    },
    onError: (error) => {
      showFieldErrors(error, form.setError, ['name', 'task', 'figmaUrl']);
      toast.error(serverSentenceOf(error, texts.failed));
    },
  });
}
