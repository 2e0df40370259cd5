// ▶ of a number for readers who may watch only the clips of the report: those that show its people, played in a row.
import { Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Clip } from '#contract/clips.ts';
import type { Report } from '#contract/findings.ts';
import type { ClipId } from '#contract/ids.ts';
import { usePlayableReel } from '#web/entities/clip/playable-reel.ts';
import { ReelPlayer } from '#web/entities/clip/reel-player.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** Returns the clips that are still there by their ids. */
export function clipsOf({ findings }: Pick<Report, 'findings'>): ReadonlyMap<ClipId, Clip> {
  const clips = findings.flatMap(({ evidence }) =>
    evidence.flatMap((each) =>
      each.kind === 'clip' && typeof each.clip !== 'string' ? [each.clip] : [],
    ),
  );
  return new Map(clips.map((clip) => [clip.id, clip]));
}

export function PlayClips({ clips }: { clips: readonly Clip[] }) {
  const [isOpen, setOpen] = useState(false);
  const people = new Set(clips.map(({ sessionId }) => sessionId)).size;
  const label = people === 1 ? 'Watch 1 of them' : `Watch ${people} of them`;
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-expanded={isOpen}
        className="justify-self-start border-accent/40! bg-accent-soft! text-accent! hover:border-accent! print:hidden"
        icon={<Play aria-hidden className="size-4 fill-current" />}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div className="w-full basis-full print:hidden">
          <Row clips={clips} label={label} />
        </div>
      )}
    </>
  );
}

function Row({ clips, label }: { clips: readonly Clip[]; label: string }) {
  const items = useMemo(
    () => clips.map((clip) => ({ id: clip.id, kind: 'clip' as const, clip })),
    [clips],
  );
  const played = usePlayableReel(items);
  if (played === null) return <Skeleton className="aspect-video rounded-lg" />;
  return <ReelPlayer items={played} label={label} plays />;
}
