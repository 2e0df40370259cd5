// Screens of the prototype as pictures with names; one or several are the goal. The height is fixed, so that the
// content below does not move.
import { Image } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { toggleScreen } from './goal-draft.ts';
import type { ChoosableScreen, GoalModel } from './use-goal.ts';

/** A longer list has a search box. */
const SEARCHED_ABOVE = 12;
/** Number of screens per page, because pictures of hundreds of screens would be slow to render. */
const PAGE = 48;

export function ScreenPicker({ goal }: { goal: GoalModel }) {
  const { choosable, screens, draft, facts, change } = goal;
  const [search, setSearch] = useState('');
  const searchText = useDeferredValue(search.trim().toLowerCase());
  const matches = choosable.filter(({ name }) => name.toLowerCase().includes(searchText));
  const chosen = screens.length;
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="float-left mb-1 flex w-full flex-wrap justify-between gap-x-4 font-semibold text-sm">
        The task is done when the participant reaches&nbsp;…
        <span className="font-normal text-muted tabular-nums" role="status">
          {chosen === 1 ? '1 screen chosen' : `${chosen} screens chosen`}
        </span>
      </legend>
      {choosable.length > SEARCHED_ABOVE && (
        <SearchBox
          label="Search the screens"
          placeholder="Search by name"
          maxLength={NAME_MAX_CHARACTERS}
          text={search}
          onTextChange={setSearch}
          className="clear-both"
        />
      )}
      <div className="clear-both h-92 overflow-y-auto rounded-md border border-line bg-sunken p-3">
        {matches.length === 0 ? (
          <Nothing>{insteadOf(goal, searchText)}</Nothing>
        ) : (
          // Another search begins at the first page.
          <Tiles
            key={searchText}
            screens={matches}
            chosen={screens}
            onToggle={(screenId) => change(toggleScreen(draft, facts, screenId))}
          />
        )}
      </div>
      {goal.isLeftBehind && (
        <p role="status" className="text-sm text-warning">
          The link leads to another file now. The goal belongs to the previous file and can’t be
          carried over.
        </p>
      )}
    </fieldset>
  );
}

interface TilesProps {
  screens: readonly ChoosableScreen[];
  chosen: readonly string[];
  onToggle: (screenId: string) => void;
}

function Tiles({ screens, chosen, onToggle }: TilesProps) {
  const [visibleCount, setVisibleCount] = useState(PAGE);
  const more = Math.min(PAGE, screens.length - visibleCount);
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
        {screens.slice(0, visibleCount).map((screen) => (
          <li key={screen.screenId}>
            <Tile
              screen={screen}
              isChosen={chosen.includes(screen.screenId)}
              onToggle={() => onToggle(screen.screenId)}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className="pt-4 text-center">
          <Button variant="secondary" onClick={() => setVisibleCount(visibleCount + PAGE)}>
            Show {more} more of {screens.length}
          </Button>
        </div>
      )}
    </>
  );
}

interface TileProps {
  screen: ChoosableScreen;
  isChosen: boolean;
  onToggle: () => void;
}

function Tile({ screen, isChosen, onToggle }: TileProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={classNames(
        'grid content-start gap-2 rounded-md border bg-surface p-2 transition-colors hover:border-line-strong',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        isChosen ? 'border-accent inset-ring inset-ring-accent' : 'border-line-control',
      )}
    >
      <Thumbnail src={screen.image?.url ?? null} className="h-24 w-full bg-sunken">
        <Image aria-hidden className="size-5 text-muted" />
      </Thumbnail>
      <span className="flex min-w-0 items-start gap-2 text-sm">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
          checked={isChosen}
          onChange={onToggle}
        />
        <span className="line-clamp-2 min-h-10 min-w-0" title={screen.name}>
          <Name>{screen.name}</Name>
        </span>
      </span>
      {!screen.isInDesign && <span className="text-warning text-xs">Not found in the design</span>}
    </label>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 px-4 text-center text-muted text-sm">
      {children}
    </div>
  );
}

function insteadOf({ listing, linkKind, retry }: GoalModel, searchText: string): ReactNode {
  if (searchText !== '') return 'No screen has this name.';
  if (linkKind === 'unknown') return 'Paste a prototype link to see its screens here.';
  if (listing === 'none') return 'This link leads to a page that reports no screens.';
  if (listing === 'loading') return <Spinner label="Loading the screens" />;
  if (listing === 'failed') {
    return (
      <>
        The design tool can’t list its screens right now. Record a route below; its last screen is
        the goal.
        <Button variant="secondary" onClick={retry}>
          Try again
        </Button>
      </>
    );
  }
  return 'To list the screens, set an access token under Settings, Design tool. Or record a route below; its last screen is the goal.';
}
