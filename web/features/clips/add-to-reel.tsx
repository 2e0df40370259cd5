// Adds clips to a reel without dragging: a menu of the test's reels, and a new one.
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactElement } from 'react';
import type { ClipId, TestId } from '#contract/ids.ts';
import { reelsQuery, useAddToReel, useMakeReel } from '#web/entities/reel/reel.query.ts';
import { toast, toastFailure } from '#web/lib/toasts.ts';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuProps } from '#web/ui/menu-list.tsx';
import { Name } from '#web/ui/name.tsx';
import { newReelName } from './reel-draft.ts';

interface ReelItemsOptions {
  testId: TestId;
  /** In the order in which the reel plays them. */
  clips: readonly ClipId[];
  onAdded?: () => void;
}

interface AddToReelProps extends ReelItemsOptions {
  trigger: ReactElement<ComponentProps<'button'>>;
}

export function AddToReel({ trigger, ...options }: AddToReelProps) {
  return <Menu trigger={trigger} items={useReelItems(options)} />;
}

/** Returns an item of a menu for each reel, and for a new one. */
export function useReelItems({ testId, clips, onAdded }: ReelItemsOptions): MenuProps['items'] {
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
  return [
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
  ];
}
