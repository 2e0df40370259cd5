// One screen of a test as a card: its picture, name, and what went wrong there; each number opens its people.
import { Check, Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { TestId } from '#contract/ids.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { screenNumber } from '#contract/result-filter.ts';
import type { ScreenResult } from '#contract/result-screens.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { useRenameScreen } from '#web/entities/screen/screen.query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { quietInRow } from '#web/ui/quiet-in-row.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { numbersOf, type ScreenNumber } from './screen-numbers.ts';

interface ScreenCardProps {
  testId: TestId;
  screen: ScreenResult;
}

/** The screen's picture is the card; below it are its name and what went wrong there, as bars. */
export function ScreenCard({ testId, screen }: ScreenCardProps) {
  const [isNaming, setNaming] = useState(false);
  const numbers = numbersOf(screen);
  return (
    <li className="relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start overflow-hidden rounded-lg border border-line bg-surface transition-colors break-inside-avoid hover:border-line-strong">
      <Thumbnail
        src={screen.image?.url ?? null}
        className="aspect-4/3 w-full rounded-none! border-0! border-line! border-b! relative [&>img]:absolute [&>img]:object-contain"
      >
        <span
          aria-hidden
          className="grid size-full place-items-center bg-sunken text-2xl text-muted tabular-nums"
        >
          {screen.number}
        </span>
      </Thumbnail>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 p-4">
        {isNaming ? (
          <RenameScreen testId={testId} screen={screen} onDone={() => setNaming(false)} />
        ) : (
          <Heading screen={screen} onRename={() => setNaming(true)} />
        )}
        <dl className="grid gap-1.5 text-sm">
          {numbers
            .filter(
              ({ id, part }) =>
                id === 'visited' || id === 'dead' || (id === 'ended' && part !== null),
            )
            .map((number) => (
              <NumberBar key={number.id} {...number} />
            ))}
        </dl>
      </div>
    </li>
  );
}

interface HeadingProps extends Pick<ScreenCardProps, 'screen'> {
  onRename: () => void;
}

function Heading({ screen, onRename }: HeadingProps) {
  const mayChange = useMayChange();
  const href = useHeatHref()(screen.number);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <h3 className="min-w-0 text-base">
        {/* The link covers the whole card; numbers and the pencil are above it. */}
        <Link
          id={screenLinkId(screen.number)}
          to={href}
          className="flex min-w-0 rounded-sm after:absolute after:inset-0 after:rounded-lg"
        >
          <span className="shrink-0 tabular-nums">{screen.number} ·&nbsp;</span>
          <span className="truncate">
            <Name>{screen.name}</Name>
          </span>
        </Link>
      </h3>
      {screen.isGoal && (
        <Badge tone="success">
          <Check aria-hidden className="size-4" />
          Goal
        </Badge>
      )}
      {!screen.isInDesign && <Badge tone="warning">Not in the design</Badge>}
      {mayChange && (
        <IconButton
          label={`Rename screen ${isolateName(screen.name)}`}
          icon={<Pencil aria-hidden className="size-4" />}
          className={`relative -my-2 -mr-2 ml-auto print:hidden ${quietInRow}`}
          onClick={onRename}
        />
      )}
    </div>
  );
}

/** A number with its bar, which is as long as its share of the people. */
function NumberBar(number: ScreenNumber) {
  const { term, part, isHigh } = number;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <dt className="text-muted">{term}</dt>
      <dd className="text-end">
        <PeopleNumber {...number} />
      </dd>
      {part !== null && (
        <dd aria-hidden className="col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
          <span
            style={{ width: `${part * 100}%` }}
            className={classNames(
              'block h-full rounded-full forced-colors:bg-[CanvasText] print:[print-color-adjust:exact]',
              isHigh ? 'bg-heat-3' : 'bg-line-strong',
            )}
          />
        </dd>
      )}
    </div>
  );
}

/** A number that opens its people. */
export function PeopleNumber({ term, value, hint, isHigh, people }: ScreenNumber) {
  const openMoments = useOpenMoments();
  const strength = classNames('font-semibold tabular-nums', isHigh && 'text-danger');
  if (people === null) return <span className={strength}>{value}</span>;
  return (
    <button
      type="button"
      title={hint || undefined}
      aria-label={`${value} ${term}: show the people`}
      className={classNames(
        strength,
        'relative -mx-1 inline-flex h-6 min-w-6 items-center justify-end rounded-sm px-1 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-hover hover:decoration-solid pointer-coarse:h-8',
      )}
      onClick={() => openMoments(people)}
    >
      {value}
    </button>
  );
}

interface RenameScreenProps {
  testId: TestId;
  screen: Pick<NamedScreen, 'number' | 'name' | 'isRenamed'>;
  onDone: () => void;
}

/** A screen's name, changed in its place on the card. */
function RenameScreen({ testId, screen, onDone }: RenameScreenProps) {
  const [name, setName] = useState(screen.name);
  const renaming = useRenameScreen(testId, screen.number);
  const rename = (next: string | null) => renaming.mutate(next, { onSuccess: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next === screen.name) onDone();
    else rename(next === '' ? null : next);
  };
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onDone();
  };
  return (
    <form onSubmit={submit} onKeyDown={leave} className="relative grid gap-2 pb-2">
      <TextField
        label={`Name of screen ${screen.number}`}
        hideLabel
        autoFocus
        maxLength={NAME_MAX_CHARACTERS}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        error={renaming.error?.message}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={renaming.isPending}>
          Save
        </Button>
        <Button size="sm" variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        {screen.isRenamed && (
          <Button size="sm" variant="quiet" onClick={() => rename(null)}>
            Use the design’s name
          </Button>
        )}
      </div>
    </form>
  );
}

// The screen whose heat is open below the grid, as part of the address.

/** Id of the link to a screen, which gets the focus when its heat is closed. */
export function screenLinkId(number: number): string {
  return `screen-${number}`;
}

/** The name differs from `screen`, which is a filter. */
const HEAT_PARAM = 'heat';

/** Returns the chosen screen, or null if the address contains no valid number. */
export function useScreenSelection(): number | null {
  const [params] = useSearchParams();
  return screenNumber.safeParse(params.get(HEAT_PARAM) ?? '').data ?? null;
}

/** Returns what makes the address of a screen's heat, and with null that of the list of screens. */
export function useHeatHref(): (number: number | null) => string {
  const [params] = useSearchParams();
  return (number) => {
    const href = new URLSearchParams(params);
    if (number === null) href.delete(HEAT_PARAM);
    else href.set(HEAT_PARAM, String(number));
    return `?${href}`;
  };
}
