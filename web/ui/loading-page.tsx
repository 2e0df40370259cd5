// While a page's code is on its way; stays invisible for a moment, so that fast loads do not flicker.
import { Spinner } from './spinner.tsx';

export function LoadingPage() {
  return (
    <div className="late grid min-h-[70dvh] place-items-center">
      <Spinner size="lg" label="Loading…" />
    </div>
  );
}
