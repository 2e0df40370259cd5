// Adds clips to a reel without dragging: a menu of the test's reels, and a new one.
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactElement } from 'react';
import type { ClipId, TestId } from '#contract/ids.ts';
import { reelsQuery, useAddToReel, useMakeReel } from '#web/entities/reel/reel.query.ts';
import { toast, toastFailure } from '#web/lib/toasts.ts';
import { Menu } from '#web/ui/menu.tsx';
import { Name } from '#web/ui/name.tsx';
import { newReelName } from './reel-draft.ts';

interface AddToReelProps {
  testId: TestId;
  /** In the order in which the reel plays them. */
  clips: readonly ClipId[];
  trigger: ReactElement<ComponentProps<'button'>>;
  onAdded?: () => void;
}

export function AddToReel({ testId, clips, trigger, onAdded }: AddToReelProps) {
  const reels = useQuery(reelsQuery(testId)).data ?? [];
  const adding = useAddToReel(testId);
  const making = useMakeReel(testId);
  const what = clips.length === 1 ? 'The clip was' : 'The clips were';
  const after = (name: string) => ({
    onSuccess: () => {
      toast.success(`Added to ‘${name}’.`);
      onAdded?.();
    },
    onError: toastFailure(`${what} not added. Please try again.`),
  });
  const name = newReelName(reels);
  return (
    <Menu
      trigger={trigger}
      items={[
        ...reels.map((reel) => ({
          id: reel.id,
          label: <Name>{reel.name}</Name>,
          onSelect: () => adding.mutate({ reelId: reel.id, clips: [...clips] }, after(reel.name)),
        })),
        {
          id: 'new',
          label: 'A new reel',
          onSelect: () => making.mutate({ name, clips: [...clips] }, after(name)),
        },
      ]}
    />
  );
}
