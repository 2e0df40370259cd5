// Two members have ordered one reel at once: both orders, and which one stays.
import type { Reel } from '#contract/reels.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import type { Arranged } from './reel-draft.ts';
import { nameOf } from './reel-items.tsx';

interface ReelConflictProps {
  mine: Arranged;
  theirs: Reel;
  onSettle: (keepsMine: boolean) => void;
}

export function ReelConflict({ mine, theirs, onSettle }: ReelConflictProps) {
  const by = theirs.edited?.by?.name;
  return (
    <Dialog
      open
      size="lg"
      onClose={() => onSettle(false)}
      title={<>{by ? <Name>{by}</Name> : 'Another member'} changed this reel meanwhile</>}
      description="Both orders stand here. Choose the one that stays."
      actions={
        <>
          <Button variant="secondary" onClick={() => onSettle(true)}>
            Use mine
          </Button>
          <Button onClick={() => onSettle(false)}>Keep theirs</Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Order title="Theirs" arranged={theirs} />
        <Order title="Mine" arranged={mine} />
      </div>
    </Dialog>
  );
}

function Order({ title, arranged: { name, items } }: { title: string; arranged: Arranged }) {
  return (
    <section className="min-w-0 rounded-lg border border-line p-4">
      <h3 className="text-base">
        {title}: <Name>{name}</Name>
      </h3>
      <ol className="mt-2 grid list-decimal gap-1 pl-6 text-sm">
        {items.map((item) => (
          <li key={item.id}>
            <Name>{nameOf(item)}</Name>
          </li>
        ))}
      </ol>
    </section>
  );
}
