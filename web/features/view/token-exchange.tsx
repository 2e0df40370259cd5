// The page at a link's full address, where the server has not taken the token out of it: the link has ended, or the browser
// is one that does not say that a person opens a page. Exchanges the token for a cookie and goes to the address without it.
import { useMutation } from '@tanstack/react-query';
import { viewPath } from '#contract/paths.ts';
import { views } from '#contract/view-links.api.ts';
import { call } from '#web/lib/api.ts';
import { LoadingPage } from '#web/ui/loading.tsx';
import { useOnce } from './use-once.ts';
import { Ended, Unopened } from './view-refusals.tsx';

/** @param token null for an address that holds no whole token */
export function TokenExchange({ token }: { token: string | null }) {
  const { mutate, error } = useMutation({
    mutationFn: () => call(views.exchange, { body: { token: token ?? '' } }),
    onSuccess: ({ _id }) => {
      const { pathname, search } = location;
      location.replace(`${viewPath(_id)}${pathname.slice(viewPath(token ?? '').length)}${search}`);
    },
  });
  useOnce(() => {
    if (token !== null) mutate();
  });
  if (token === null) {
    return (
      <Ended
        title="This link is not complete"
        sentence="Copy all of it, or ask the person who sent it to you for another one."
      />
    );
  }
  return error ? <Unopened error={error} onRetry={mutate} /> : <LoadingPage />;
}
