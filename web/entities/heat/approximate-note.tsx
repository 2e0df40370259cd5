// What is said on a picture whose places are not exact.
import { Info } from 'lucide-react';

export function ApproximateNote() {
  return (
    <p className="flex gap-2 border-line border-b px-4 py-2.5 text-muted text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <b className="font-semibold text-text">Places are approximate.</b> A browser took this
        picture of the prototype, and where the screen lies in it is assumed, not known. With a
        token for the design tool, which the owner sets in the settings, places are exact.
      </span>
    </p>
  );
}
