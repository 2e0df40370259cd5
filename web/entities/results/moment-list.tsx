// The people of the moment drawer, a page of 50 at a time, or a text in their place.

import { MousePointerClick, Play } from 'lucide-react';
import { Fragment } from 'react';
import type { Moment } from '#contract/moments.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { usePressPicture } from '#web/entities/finding/press-picture.tsx';
import { StillPicture } from '#web/entities/recording/still-picture.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import type { MomentsRequest } from './open-moments.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { type ListedMoment, momentKey } from './results.query.ts';

interface MomentListProps {
  list: {
    isPending: boolean;
    isError: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  items: readonly ListedMoment[];
  /** The screen that was pressed, or null for other moments. */
  screen: NamedScreen | null;
  /** The name of the one that is chosen. */
  playing: string | null;
  of: MomentsRequest['query']['of'];
  onChoose: (moment: ListedMoment) => void;
}

export function MomentList({ list, items, screen, playing, of, onChoose }: MomentListProps) {
  if (list.isPending) {
    return (
      <div role="status" aria-label="Loading the people" className="grid gap-3 p-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-12" />
        ))}
      </div>
    );
  }
  if (list.isError && items.length === 0) {
    return (
      <div role="alert" className="grid justify-items-start gap-3 p-4 text-sm">
        <p>The people could not be loaded.</p>
        <Button size="sm" variant="secondary" onClick={() => void list.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <p className="p-4 text-muted text-sm">
        {of === 'said'
          ? 'Nobody in this filter said all of these words.'
          : 'Nobody matches this filter.'}
      </p>
    );
  }
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <ol className="divide-y divide-line">
        {items.map((moment) => (
          <MomentRow
            key={momentKey(moment)}
            moment={moment}
            screen={screen}
            of={of}
            isChosen={momentKey(moment) === playing}
            onChoose={() => onChoose(moment)}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <div className="p-3 text-center">
          <Button
            size="sm"
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}

interface MomentRowProps {
  moment: ListedMoment;
  screen: NamedScreen | null;
  of: MomentsRequest['query']['of'];
  isChosen: boolean;
  onChoose: () => void;
}

/** One person of the moment drawer: still, name, outcome, what they did there and when. */
function MomentRow({ moment, screen, of, isChosen, onChoose }: MomentRowProps) {
  const did = didText(moment, of);
  return (
    <li data-current={isChosen || undefined} className="data-current:bg-accent-soft">
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <MomentPicture {...moment} screen={screen} />
        <span className="grid min-w-0 grow justify-items-start gap-1">
          <span className="max-w-full truncate font-semibold text-sm">
            <Name>{moment.participantName}</Name>
          </span>
          <span className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
            <OutcomeBadge outcome={moment.outcome} />
            {did && <span className="text-muted text-xs tabular-nums">{did}</span>}
          </span>
          {moment.said && <SpokenWords {...moment} said={moment.said} />}
        </span>
        <span className="shrink-0 text-muted text-sm tabular-nums">
          <span className="sr-only">at </span>
          {formatDuration(moment.atMs)}
        </span>
      </button>
    </li>
  );
}

/** The press on the design's image; without one the recording's still at that moment. */
function MomentPicture({
  click,
  still,
  screen,
  withoutVideo,
}: Pick<MomentRowProps, 'screen'> & Pick<Moment, 'click' | 'still' | 'withoutVideo'>) {
  const Icon = withoutVideo ? MousePointerClick : Play;
  const press = usePressPicture(click && screen && { ...click, screen });
  const look = 'h-15 w-24 shrink-0 overflow-hidden rounded-sm border border-line bg-sunken';
  return press ? (
    <span aria-hidden className={look}>
      {press}
    </span>
  ) : (
    <StillPicture still={still} className={`text-muted ${look}`}>
      <Icon aria-hidden className="size-4" />
    </StillPicture>
  );
}

/** Returns details that the outcome and the heading lack, or an empty text. */
function didText({ times, click }: Moment, of: MomentsRequest['query']['of']): string {
  if (times < 2) return '';
  if (of === 'clicked') return `${times} ${click?.missed ? 'dead clicks' : 'clicks'}`;
  return of === 'visited' || of === 'came_back' ? `here ${times} times` : '';
}

function SpokenWords({
  said,
  direction,
  language,
}: Required<Pick<ListedMoment, 'said'>> & ListedMoment) {
  return (
    <span dir={direction} lang={language ?? undefined} className="line-clamp-3 text-sm">
      {said.map(({ text, isMatch }, at) =>
        isMatch ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never reorder.
          <mark key={at} className="rounded-sm bg-warning-soft font-semibold text-text">
            {text}
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Fragment key={at}>{text}</Fragment>
        ),
      )}
    </span>
  );
}
