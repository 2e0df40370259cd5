// Opens the people of a hot spot or a lasso: the count in words, and the drawer of moments.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ScreenHeat } from '#contract/result-screens.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { momentsQuery } from '#web/entities/results/results.query.ts';
import { clicksByPeople, type HotSpot, spotEffect, spotName } from './heat-words.ts';
import { type Corner, lassoArea } from './lasso.tsx';

interface PlaceMomentsProps {
  testId: TestId;
  filter: ResultFilter;
  heat: ScreenHeat;
  /** 'click', 'first click', 'misclick' */
  noun: string;
}

export function usePlaceMoments({ testId, filter, heat, noun }: PlaceMomentsProps) {
  const { screen, layer } = heat;
  const queryClient = useQueryClient();
  const openMoments = useOpenMoments();
  const [area, setArea] = useState<readonly string[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const clicked = { of: 'clicked', at: screen.number, layer } as const;

  const openSpot = (spot: HotSpot) => {
    setArea(null);
    setAnnouncement('');
    openMoments({
      query: { ...clicked, place: spot.place },
      title: `${spotName(spot)}: ${clicksByPeople(spot, noun)}`,
      subtitle: `${screen.name} · ${spotEffect(spot)}`,
    });
  };

  const showArea = async (corners: string[]) => {
    const query = { ...clicked, area: corners };
    setArea(corners);
    setAnnouncement('Counting …');
    try {
      const moments = momentsQuery(testId, filter, query);
      const [first] = (await queryClient.fetchInfiniteQuery(moments)).pages;
      const { total = 0, times = 0 } = first ?? {};
      const text = clicksByPeople({ clicks: times, people: total }, noun);
      setAnnouncement(
        total === 0 ? `No ${noun}s in this area.` : `${text} in the area that you drew.`,
      );
      if (total > 0) openMoments({ query, title: text, subtitle: `${screen.name} · in an area` });
    } catch {
      setAnnouncement('The clicks in this area could not be counted. Draw again.');
    }
  };

  /** @returns false if the area is too small, so the gesture was a click */
  const openArea = (drawn: readonly Corner[]): boolean => {
    const corners = lassoArea(drawn);
    if (corners === null) setArea(null);
    else void showArea(corners);
    return corners !== null;
  };

  return { area, announcement, openSpot, openArea };
}
