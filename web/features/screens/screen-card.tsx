// One screen of a test as a card: picture, name, and its numbers; each number opens the people behind it.
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
import { TextField } from '#web/ui/text-field.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { numbersOf, type ScreenNumber } from './screen-numbers.ts';

interface ScreenCardProps {
  testId: TestId;
  screen: ScreenResult;
  isChosen: boolean;
}

export function ScreenCard({ testId, screen, isChosen }: ScreenCardProps) {
  const [isNaming, setNaming] = useState(false);
  return (
    <li
      className={classNames(
        'group relative flex min-w-0 gap-4 rounded-lg border bg-surface p-4 transition-colors break-inside-avoid',
        isChosen
          ? 'border-accent inset-ring inset-ring-accent'
          : 'border-line hover:border-line-strong',
      )}
    >
      <Thumbnail src={screen.image?.url ?? null} className="h-24 w-16 self-start">
        <span aria-hidden className="grid size-full place-items-center bg-sunken text-muted">
          {screen.number}
        </span>
      </Thumbnail>
      <div className="grid min-w-0 grow content-start gap-1">
        {isNaming ? (
          <RenameScreen testId={testId} screen={screen} onDone={() => setNaming(false)} />
        ) : (
          <Heading screen={screen} isChosen={isChosen} onRename={() => setNaming(true)} />
        )}
        <dl className="grid text-sm">
          {numbersOf(screen).map((number) => (
            <NumberLine key={number.term} {...number} />
          ))}
        </dl>
      </div>
    </li>
  );
}

interface HeadingProps extends Pick<ScreenCardProps, 'screen' | 'isChosen'> {
  onRename: () => void;
}

function Heading({ screen, isChosen, onRename }: HeadingProps) {
  const [params] = useSearchParams();
  const mayChange = useMayChange();
  const href = new URLSearchParams(params);
  href.set(HEAT_PARAM, String(screen.number));
  return (
    <div className="flex min-w-0 items-center gap-2">
      <h3 className="min-w-0 text-base">
        {/* The link covers the whole card; numbers and the pencil are above it. */}
        <Link
          to={`?${href}`}
          preventScrollReset
          aria-current={isChosen ? 'true' : undefined}
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
          className="relative -my-2 -mr-2 ml-auto print:hidden [@media(hover:hover)]:[li:not(:hover,:focus-within)_&]:opacity-0"
          onClick={onRename}
        />
      )}
    </div>
  );
}

function NumberLine({ term, value, hint, isHigh, people }: ScreenNumber) {
  const openMoments = useOpenMoments();
  const strength = classNames('font-semibold tabular-nums', isHigh && 'text-danger');
  return (
    <div className="flex min-h-6 items-center justify-between gap-3">
      <dt className="text-muted">{term}</dt>
      <dd className="shrink-0">
        {people === null ? (
          <span className={strength}>{value}</span>
        ) : (
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
        )}
      </dd>
    </div>
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

/** The name differs from `screen`, which is a filter. */
const HEAT_PARAM = 'heat';

/** Returns the chosen screen, or null if the address contains no valid number. */
export function useScreenSelection(): number | null {
  const [params] = useSearchParams();
  return screenNumber.safeParse(params.get(HEAT_PARAM) ?? '').data ?? null;
}
