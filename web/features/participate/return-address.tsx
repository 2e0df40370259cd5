// The way back to the panel or page that sent the participant: a link, which also opens automatically after a while.
import { useEffect, useState } from 'react';
import { isPilotIn } from '#contract/pilots.ts';
import { Button } from '#web/ui/button.tsx';

/** Enough to read the page and to stay on it. */
const RETURN_AFTER_SECONDS = 20;

export function ReturnAddress({ address }: { address: string }) {
  const [isPilot] = useState(() => isPilotIn(location.search));
  // The panel would count a member's own try.
  const [isStaying, setStaying] = useState(isPilot);
  useEffect(() => {
    if (isStaying) return;
    const timer = setTimeout(() => location.assign(address), RETURN_AFTER_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [address, isStaying]);
  const { host } = new URL(address);
  return (
    <div className="grid w-full gap-3">
      <Button size="lg" className="wrap-anywhere w-full" onClick={() => location.assign(address)}>
        Return to {host}
      </Button>
      <p role="status" className="text-center text-muted text-sm">
        {isStaying
          ? isPilot
            ? 'Participants get there automatically.'
            : 'This page stays open.'
          : `It opens automatically after ${RETURN_AFTER_SECONDS} seconds.`}
      </p>
      {!isStaying && (
        <Button variant="secondary" onClick={() => setStaying(true)}>
          Stay on this page
        </Button>
      )}
    </div>
  );
}
