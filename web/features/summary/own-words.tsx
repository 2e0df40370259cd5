// Texts that people wrote: a mark for members who may share them, and the card of a link that leaves them out.
import { useMayChange } from '#web/entities/account/rights.ts';
import { ResultCard } from './result-card.tsx';

/** Nothing for those who can't share the results. */
export function PossiblyPersonal() {
  if (!useMayChange()) return null;
  return (
    <p className="mb-3 text-muted text-sm print:hidden">
      Possibly personal: people may name themselves or others. A link can leave these texts out.
    </p>
  );
}

interface TextsLeftOutProps {
  title: string;
  note: string;
}

export function TextsLeftOut({ title, note }: TextsLeftOutProps) {
  return (
    <ResultCard id="texts" title={title} note={note} isOpenFirst>
      <p className="text-muted text-sm">This link leaves out texts that people wrote.</p>
    </ResultCard>
  );
}
