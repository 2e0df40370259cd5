// The one way in which pages change something: makes a call, reports its failure, and repeats the queries whose answers it
// makes stale.
// biome-ignore lint/style/noRestrictedImports: the hook that all others use instead.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Failure, failureText } from './api-error.ts';

interface CallOptions<Input, Answer> {
  /** Beginnings of the keys of the queries that a success makes stale. They are repeated before `onSuccess` runs. */
  makesStale?: readonly QueryKey[];
  /** Repeats them after a failure as well, because the server may have made the change or found another one. */
  staleAfterFailure?: boolean;
  onStart?: () => void;
  onSuccess?: (answer: Answer, input: Input) => unknown;
  failed?: Failure;
  /** Reports a failure elsewhere than by `failure`: in a toast, for instance. */
  onFailure?: (sentence: string, error: Error) => unknown;
}

/**
 * @returns the mutation, and `failure`: the sentence about the last failure, for a page that shows it beside the
 * control.
 */
export function useCall<Input = void, Answer = unknown>(
  send: (input: Input) => Promise<Answer>,
  options: CallOptions<Input, Answer> = {},
) {
  const { makesStale = [], staleAfterFailure = false, failed = '' } = options;
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(makesStale.map((queryKey) => client.invalidateQueries({ queryKey })));
  const mutation = useMutation({
    mutationFn: send,
    onMutate: () => options.onStart?.(),
    onSuccess: async (answer, input) => {
      await refresh();
      await options.onSuccess?.(answer, input);
    },
    onError: async (error) => {
      await options.onFailure?.(failureText(failed, error), error);
      if (staleAfterFailure) await refresh();
    },
  });
  const failure = mutation.isError ? failureText(failed, mutation.error) : undefined;
  return { ...mutation, failure };
}
