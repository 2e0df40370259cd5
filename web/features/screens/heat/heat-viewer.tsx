// The heat viewer: its choices, the picture with a lasso, the list of places, and clicks without a picture.

import { useQueryClient } from '@tanstack/react-query';
import { Lasso as LassoIcon } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ScreenHeat } from '#contract/result-screens.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { mostInPlace, type TintedPlace } from '#insight/tints.ts';
import { HeatStrength } from '#web/entities/heat/heat-strength.tsx';
import { marksIn, packBins } from '#web/entities/heat/packed-clicks.ts';
import { ApproximateNote, UnplacedNote } from '#web/entities/heat/place-notes.tsx';
import { ClickSigns, TintSigns } from '#web/entities/heat/signs.tsx';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { momentsQuery } from '#web/entities/results/results.query.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { clickWeights, type HeatChoice, type HeatView, heatViews, viewOf } from './heat-choice.ts';
import { HeatDownloads } from './heat-downloads.tsx';
import { HeatPicture } from './heat-picture.tsx';
import { clicksByPeople, type HotSpot, tintedPlaces } from './heat-words.ts';
import { HotSpots } from './hot-spots.tsx';
import { type Corner, Lasso, lassoArea, spotUnder } from './lasso.tsx';

interface HeatViewerProps {
  testId: TestId;
  filter: ResultFilter;
  heat: ScreenHeat;
  /** The screen's dead clicks, or null until they are loaded. */
  missed: ScreenHeat | null;
  /** The previous choice's picture is shown until the new one is loaded. */
  isOld: boolean;
  choice: HeatChoice;
  choose: (change: Partial<HeatChoice>) => void;
}

const views = Object.entries(heatViews).map(([id, { label }]) => ({ id: id as HeatView, label }));
const weights = Object.entries(clickWeights).map(([id, { label }]) => ({
  id: id as HeatChoice['weight'],
  label,
}));

export function HeatViewer({ heat, missed, isOld, choice, choose, ...rest }: HeatViewerProps) {
  const { screen } = heat;
  const { noun, look, label, isWeighed } = heatViews[viewOf(heat.layer, choice.view)];
  const clicks = useMemo(() => packBins(heat.bins, missed?.bins ?? null), [heat.bins, missed]);
  const tinted = useMemo(() => tintedPlaces(heat), [heat]);
  const places = usePlaceMoments({ ...rest, heat, noun });
  const [outlined, setOutlined] = useState<HotSpot | null>(null);
  const [touch, setTouch] = useState(false);
  const [opacity, setOpacity] = useState(1);
  return (
    <section
      aria-label={`Clicks on ${isolateName(screen.name)}`}
      aria-busy={isOld}
      className="@container grid gap-3"
    >
      <h2 className="text-lg">
        <span className="tabular-nums">{screen.number} · </span>
        <Name>{screen.name}</Name>
      </h2>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <ChoiceGroup
          label="Show"
          choices={views}
          value={choice.view}
          onChange={(view) => choose({ view })}
        />
        {isWeighed && (
          <ChoiceGroup
            label="Count clicks"
            choices={weights}
            value={choice.weight}
            onChange={(weight) => choose({ weight })}
          />
        )}
        <div className="ml-auto flex gap-2">
          <IconButton
            label="Circle clicks"
            icon={<LassoIcon aria-hidden className="size-4" />}
            aria-pressed={touch}
            className={classNames('pointer-fine:hidden', touch && 'bg-accent-soft text-accent')}
            onClick={() => setTouch(!touch)}
          />
          <HeatDownloads heat={heat} clicks={clicks} places={tinted} look={look} label={label} />
        </div>
      </div>
      <div className="grid items-start gap-4 @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
          {screen.image?.approximate && <ApproximateNote />}
          <div className="grid justify-items-center bg-hover p-2 sm:p-4">
            {screen.image ? (
              <HeatPicture
                image={screen.image}
                alt={`${screen.name} with ${clicksByPeople({ clicks: heat.clicks, people: heat.clickedBy }, noun)}`}
                clicks={clicks}
                places={tinted}
                look={look}
                opacity={opacity}
              >
                <Lasso
                  size={screen.image}
                  area={places.area}
                  outlined={outlined?.box ?? null}
                  touch={touch}
                  onDrawn={(corners) => {
                    const [first] = corners;
                    if (places.openArea(corners) || first === undefined) return;
                    const spot = spotUnder(heat.hotSpots, first);
                    if (spot) places.openSpot(spot);
                  }}
                />
              </HeatPicture>
            ) : (
              <p className="p-8 text-center text-muted">No picture of this screen is available.</p>
            )}
          </div>
          <ViewerLegend heat={heat} noun={noun}>
            {look === 'marks' ? (
              <ClickSigns {...marksIn(clicks)} />
            ) : (
              <TintLegend
                places={tinted}
                picture={screen.picture}
                counted={heat.weight === 'person' ? 'people' : `${noun}s`}
                strength={{ value: opacity, onChange: setOpacity }}
              />
            )}
          </ViewerLegend>
        </figure>
        <div className="grid min-w-0 gap-4 @3xl:sticky @3xl:top-18 @3xl:max-h-[calc(100dvh-6rem)] @3xl:overflow-auto @3xl:pr-1 print:max-h-none">
          {screen.image && heat.clicks > 0 && (
            <p className="text-muted text-sm print:hidden">Circle {noun}s to see who made them.</p>
          )}
          <p role="status" className="font-semibold text-sm empty:hidden">
            {places.announcement}
          </p>
          {heat.clicks > 0 ? (
            <HotSpots
              heat={heat}
              counted={`${noun}s`}
              onOpen={places.openSpot}
              onPoint={setOutlined}
            />
          ) : (
            <p className="text-muted">No {noun}s in these sessions.</p>
          )}
          <UnplacedNote unplaced={heat.unplaced} />
        </div>
      </div>
    </section>
  );
}

interface ViewerLegendProps {
  heat: ScreenHeat;
  noun: string;
  /** Meaning of the signs on the picture. */
  children: ReactNode;
}

/** Legend of the picture: the number of clicks and people, and the meaning of its signs. */
function ViewerLegend({ heat: { clicks, clickedBy }, noun, children }: ViewerLegendProps) {
  if (clicks === 0) return null;
  return (
    <figcaption className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line border-t px-4 py-2 text-muted text-sm tabular-nums">
      <span className="font-semibold text-text">
        {clicksByPeople({ clicks, people: clickedBy }, noun)}
      </span>
      {children}
    </figcaption>
  );
}

interface TintLegendProps extends Pick<NamedScreen, 'picture'> {
  places: readonly TintedPlace[];
  /** 'people', 'clicks' */
  counted: string;
  strength: { value: number; onChange: (value: number) => void };
}

function TintLegend({ places, counted, picture, strength }: TintLegendProps) {
  const most = mostInPlace(places);
  return (
    <>
      <TintSigns
        picture={picture}
        reacts={places.some(({ reacts }) => reacts)}
        dead={places.some(({ reacts }) => !reacts)}
      />
      {most > 1 && <span>{`1 to ${most} ${counted} on one place`}</span>}
      <div className="ml-auto flex h-control-sm items-center print:hidden">
        <HeatStrength {...strength} />
      </div>
    </>
  );
}

// Opens the people of a hot spot or a lasso: the count in words, and the drawer of moments.

interface PlaceMomentsProps {
  testId: TestId;
  filter: ResultFilter;
  heat: ScreenHeat;
  /** 'click', 'first click', 'dead click' */
  noun: string;
}

function usePlaceMoments({ testId, filter, heat, noun }: PlaceMomentsProps) {
  const { screen, layer } = heat;
  const queryClient = useQueryClient();
  const openMoments = useOpenMoments();
  const [area, setArea] = useState<readonly string[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const clicked = { of: 'clicked', at: screen.number, layer } as const;

  const openSpot = (spot: HotSpot) => {
    setArea(null);
    setAnnouncement('');
    openMoments({ query: { ...clicked, place: spot.place } });
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
      if (total > 0) openMoments({ query });
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
