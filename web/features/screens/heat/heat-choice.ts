// View of the heat viewer and weight of a click, as part of the page's address.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ClickLayer } from '#contract/result-screens.ts';
import type { HeatLook } from '#insight/heat-layer.ts';

/**
 * Views of the heat viewer: their clicks, their drawing, the noun for one click, and whether a person can have several.
 */
export const heatViews = {
  heat: { label: 'Heat', layer: 'all', look: 'places', noun: 'click', isWeighed: true },
  clicks: { label: 'Clicks', layer: 'all', look: 'marks', noun: 'click', isWeighed: false },
  first: {
    label: 'First clicks',
    layer: 'first',
    look: 'places',
    noun: 'first click',
    isWeighed: false,
  },
  missed: {
    label: 'Dead clicks',
    layer: 'missed',
    look: 'places',
    noun: 'dead click',
    isWeighed: true,
  },
} as const satisfies Record<
  string,
  { label: string; layer: ClickLayer; look: HeatLook; noun: string; isWeighed: boolean }
>;

export type HeatView = keyof typeof heatViews;

/** Returns the view of the answer on screen: the previous one until the answer for the chosen view has arrived. */
export function viewOf(answer: ClickLayer, chosen: HeatView): HeatView {
  if (heatViews[chosen].layer === answer) return chosen;
  return answer === 'all' ? 'heat' : answer;
}

export const clickWeights = {
  person: { label: 'Per person' },
  click: { label: 'Per click' },
} as const;

export type ClickWeight = keyof typeof clickWeights;

export interface HeatChoice {
  view: HeatView;
  weight: ClickWeight;
}

/** Parameters of the address; the first value of each table is the default and left out. */
const VIEW = 'view';
const WEIGHT = 'weight';

export function readHeatChoice(params: URLSearchParams): HeatChoice {
  return {
    view: keyIn(heatViews, params.get(VIEW)) ?? 'heat',
    weight: keyIn(clickWeights, params.get(WEIGHT)) ?? 'person',
  };
}

function keyIn<Key extends string>(table: Record<Key, unknown>, text: string | null): Key | null {
  return text !== null && Object.hasOwn(table, text) ? (text as Key) : null;
}

export function useHeatChoice(): [HeatChoice, (change: Partial<HeatChoice>) => void] {
  const [params, setParams] = useSearchParams();
  const stored = readHeatChoice(params);
  // The router changes the address later, so a click is shown from this state at once.
  const [pressed, setPressed] = useState<HeatChoice | null>(null);
  if (pressed?.view === stored.view && pressed.weight === stored.weight) setPressed(null);
  const choice = pressed ?? stored;
  const choose = (change: Partial<HeatChoice>) => {
    const { view, weight } = { ...choice, ...change };
    setPressed({ view, weight });
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(VIEW);
        next.delete(WEIGHT);
        if (view !== 'heat') next.set(VIEW, view);
        if (weight !== 'person') next.set(WEIGHT, weight);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [choice, choose];
}
