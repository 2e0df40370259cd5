// Adds a clip to a reel without dragging: a menu of the test's reels, and a new one.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Clip } from '#contract/clips.ts';
import type { TestId } from '#contract/ids.ts';
import { reelsQuery, useAddToReel, useMakeReel } from '#web/entities/reel/reel.query.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Name } from '#web/ui/name.tsx';
import { newReelName } from './reel-name.ts';

interface AddToReelProps {
  testId: TestId;
  clip: Clip;
  icon: ReactNode;
}

export function AddToReel({ testId, clip, icon }: AddToReelProps) {
  const reels = useQuery(reelsQuery(testId)).data ?? [];
  const adding = useAddToReel(testId);
  const making = useMakeReel(testId);
  const after = (name: string) => ({
    onSuccess: () => toast.success(`Added to ‘${name}’.`),
    onError: (error: unknown) =>
      toast.error(sentenceOf(error, 'The clip was not added. Please try again.')),
  });
  const name = newReelName(reels);
  return (
    <Menu
      trigger={
        <IconButton
          label={`Add to a reel: ${clip.title || clip.recording.participantName}`}
          title="Add to a reel"
          icon={icon}
        />
      }
      items={[
        ...reels.map((reel) => ({
          id: reel.id,
          label: <Name>{reel.name}</Name>,
          onSelect: () => adding.mutate({ reelId: reel.id, clips: [clip.id] }, after(reel.name)),
        })),
        {
          id: 'new',
          label: 'A new reel',
          onSelect: () => making.mutate({ name, clips: [clip.id] }, after(name)),
        },
      ]}
    />
  );
}
