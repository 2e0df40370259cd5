// Shows and changes the filter of a test's results, which is stored in the address, with the number of people who match.
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ResultChoices } from '#contract/results.ts';
import { spokenQuery } from '#contract/transcripts.ts';
import { transcriptCountsQuery } from '#web/entities/transcript/transcript.query.ts';
import { useViewing } from '#web/entities/view-link/viewing.ts';
import { useSearchText } from '#web/lib/search-text.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { baseText } from './base-words.ts';
import { type FilterField, queryOf, selectsPeople, type Unset } from './filter.ts';
import { Chip, DateChip, MenuChip } from './filter-chip.tsx';
import {
  filterText,
  type ListedField,
  optionsOf,
  outcomeGroups,
  peopleText,
  routeText,
  selectionText,
} from './filter-options.ts';
import { DateSection, FilterSheet, MenuSection } from './filter-sheet.tsx';
import { useOpenMoments } from './open-moments.ts';
import { choicesQuery } from './results.query.ts';
import { useResultFilter } from './use-filter.ts';

interface FilterBarProps {
  testId: TestId;
  /** Without a revision in the address, the page shows all revisions; otherwise the newest one with sessions. */
  isOfAll: boolean;
  /** The page itself says which recordings are not counted. */
  saysBase: boolean;
  /** The value is false for a tab that has a search of its own. */
  hasSearch: boolean;
  /** The page shows a line for each task, so values of one task are not offered. */
  isOverview: boolean;
}

export function FilterBar({ testId, isOfAll, saysBase, hasSearch, isOverview }: FilterBarProps) {
  const { filter, leftOut, setFilter } = useResultFilter();
  const isVisitor = useViewing() !== null;
  const isInSheet = useMedia(PHONE);
  const effectiveFilter = isOfAll ? { revision: 'all' as const, ...filter } : filter;
  const { data, isError } = useQuery(choicesQuery(testId, effectiveFilter));
  const choices = data ?? null;
  const isFiltered = selectsPeople(filter);
  // Before the first recording there is nothing to filter. A filter in the address stays visible, so it can be removed.
  if (
    choices?.total === 0 &&
    choices.outside.length === 0 &&
    Object.keys(filter).length === 0 &&
    leftOut.length === 0
  )
    return null;
  const nothing = isError ? 'The values could not be loaded.' : 'No values.';
  // For prints and phones.
  const words = filterText(filter, choices);
  const people = choices && !isOverview ? peopleText(choices, isFiltered) : null;
  const cleared = nothingOf(filter);
  const clear = () => setFilter(cleared);
  const bar = { filter, setFilter, choices, nothing, isOfAll, isInSheet, isOverview };
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex min-w-0 items-center gap-x-4 gap-y-2 max-sm:flex-col max-sm:items-stretch">
        <search
          aria-label="Filter"
          className="flex min-w-0 grow gap-2 py-1 sm:flex-wrap print:hidden"
        >
          {isInSheet ? (
            <FilterSheet active={Object.keys(cleared).length} people={people} onClear={clear}>
              <Fields {...bar} />
            </FilterSheet>
          ) : (
            <Toolbar label="Filters" className="flex flex-wrap gap-2">
              <Fields {...bar} />
              {isFiltered && (
                <Button size="sm" variant="quiet" className="self-center" onClick={clear}>
                  Clear
                </Button>
              )}
            </Toolbar>
          )}
          {hasSearch && !isVisitor && (
            <TextFilter testId={testId} filter={filter} setFilter={setFilter} />
          )}
        </search>
        {/* A link may hide names, so a visitor searches transcripts alone. */}
        {hasSearch && isVisitor && <TranscriptSearch testId={testId} />}
        {words !== null && <p className="hidden text-sm max-sm:block print:block">{words}</p>}
        <p role="status" className="shrink-0 text-muted text-sm tabular-nums">
          {people}
        </p>
      </div>
      <Remarks
        leftOut={leftOut}
        choices={choices}
        base={choices && !saysBase && !isOverview ? baseText(choices) : null}
        onForget={() => setFilter({})}
      />
    </div>
  );
}

const groups = outcomeGroups.map(({ label, outcomes }) => ({ label, values: outcomes }));

/** Returns a change that removes all fields except the task and the revision. */
function nothingOf(filter: ResultFilter): Unset<ResultFilter> {
  const fields = Object.keys(filter).filter((field) => field !== 'step' && field !== 'revision');
  return Object.fromEntries(fields.map((field) => [field, undefined]));
}

interface BarProps {
  filter: ResultFilter;
  setFilter: (change: Unset<ResultFilter>) => void;
  choices: ResultChoices | null;
  nothing: string;
  isOfAll: boolean;
  /** On a phone the fields are sections of a sheet. */
  isInSheet: boolean;
  isOverview: boolean;
}

/** Returns whether a field is worth its place: the filter selects something, or there is something to select. */
function hasValues(selection: readonly unknown[] | undefined, offers: readonly unknown[] = []) {
  return selection !== undefined || offers.length > 0;
}

function Fields(bar: BarProps) {
  const { filter, setFilter, choices, isInSheet, isOverview } = bar;
  const isOffered = (field: FilterField) => !isOverview || filter[field] !== undefined;
  const Dates = isInSheet ? DateSection : DateChip;
  return (
    <>
      <RevisionChip {...bar} />
      {isOffered('outcome') && (
        <ListChip {...bar} field="outcome" label="Outcome" groups={groups} />
      )}
      {isOffered('screen') && <ListChip {...bar} field="screen" label="Screen" />}
      {filter.route !== undefined && (
        <Chip
          label="Path"
          chosen={routeText(filter.route, choices)}
          onRemove={() => setFilter({ route: undefined })}
        />
      )}
      {hasValues(filter.variant, choices?.variants) && (
        <ListChip {...bar} field="variant" label="Variant" />
      )}
      {hasValues(filter.turn, choices?.turns) && <ListChip {...bar} field="turn" label="Turn" />}
      <ListChip {...bar} field="device" label="Device" />
      {isOffered('answer') && <ListChip {...bar} field="answer" label="Answer" />}
      {hasValues(filter.parameter, choices?.parameters) && (
        <ListChip {...bar} field="parameter" label="Link" />
      )}
      {hasValues(filter.tag, choices?.tags) && <ListChip {...bar} field="tag" label="Tag" />}
      <Dates filter={filter} setFilter={setFilter} />
    </>
  );
}

interface ListChipProps extends BarProps {
  field: ListedField;
  label: string;
  groups?: typeof groups;
}

function ListChip({ field, label, filter, setFilter, choices, ...rest }: ListChipProps) {
  const { groups: named, nothing } = rest;
  const Menu = rest.isInSheet ? MenuSection : MenuChip;
  const many = field !== 'device';
  const text = queryOf(filter)[field];
  const values = text === undefined ? [] : many ? text.split(',') : [text];
  const options = optionsOf(field, choices, filter);
  const change = (next: string[]) =>
    setFilter({ [field]: next.length === 0 ? undefined : many ? next : next[0] });
  return (
    <Menu
      {...{ label, many, values, options, nothing, ...(named && { groups: named }) }}
      chosen={values.length === 0 ? null : selectionText(options, values)}
      onRemove={() => change([])}
      onChange={change}
    />
  );
}

/** Visible once there are two revisions, because results never combine revisions without saying so. */
function RevisionChip({ filter, setFilter, choices, nothing, isOfAll, isInSheet }: BarProps) {
  const Menu = isInSheet ? MenuSection : MenuChip;
  if (choices === null || (choices.revisions.length < 2 && filter.revision === undefined))
    return null;
  const options = optionsOf('revision', choices, filter);
  const selected = String(choices.revision ?? 'all');
  const usual = isOfAll ? 'all' : undefined;
  const label = options.find(({ value }) => value === selected)?.label ?? `Revision ${selected}`;
  return (
    <Menu
      label="Shown"
      chosen={label}
      values={[selected]}
      many={false}
      options={options}
      nothing={nothing}
      onRemove={
        filter.revision === undefined ? undefined : () => setFilter({ revision: undefined })
      }
      onChange={([value]) =>
        setFilter({
          revision: value === usual ? undefined : value === 'all' ? 'all' : Number(value),
        })
      }
    />
  );
}

interface TextFilterProps extends Pick<BarProps, 'filter' | 'setFilter'> {
  testId: TestId;
}

/** Filters by words; where there are transcripts, the moments of these words play. */
function TextFilter({ testId, filter, setFilter }: TextFilterProps) {
  const setSearch = useCallback(
    (search: string) => setFilter({ text: search === '' ? undefined : search }),
    [setFilter],
  );
  const [text, onTextChange] = useSearchText({ search: filter.text ?? '', setSearch });
  const openSpoken = useSpokenMoments(testId, text);
  // A change of the filter closes the drawer, so the words play once the page is filtered by them.
  const isApplied = text.trim() !== '' && text.trim() === filter.text;
  return (
    <form
      className="flex shrink-0 gap-2 max-sm:min-w-0 max-sm:shrink max-sm:grow"
      onSubmit={(event) => {
        event.preventDefault();
        if (isApplied) openSpoken?.();
      }}
    >
      <SearchBox
        label="Search names, answers, notes and what was said"
        placeholder="Search"
        maxLength={NAME_MAX_CHARACTERS}
        text={text}
        onTextChange={onTextChange}
        className="w-44 max-sm:w-full"
      />
      {openSpoken && isApplied && (
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          className="self-center"
          icon={<Play aria-hidden className="size-4 fill-current" />}
        >
          Play where it was said
        </Button>
      )}
    </form>
  );
}

/** Returns what opens the moments in which people said these words, or null while the test has no transcript. */
function useSpokenMoments(testId: TestId, text: string): (() => void) | null {
  const { data: counts } = useQuery(transcriptCountsQuery(testId));
  const openMoments = useOpenMoments();
  if (!counts?.states.ready) return null;
  return () => {
    const words = spokenQuery.shape.words.safeParse(text);
    if (!words.success) return;
    openMoments({ query: { of: 'said', words: words.data } });
  };
}

const fieldWords: Record<FilterField, string> = {
  step: 'task',
  revision: 'revision',
  outcome: 'outcome',
  screen: 'screen',
  route: 'path',
  device: 'device',
  variant: 'variant',
  turn: 'turn in the order',
  answer: 'answer',
  parameter: 'parameter of the link',
  tag: 'tag',
  from: 'first day',
  to: 'last day',
  zone: 'time zone',
  text: 'text',
};

const SHOWN_CHARACTERS = 40;

/** Returns the beginning of a value, because a value in an address can have thousands of characters. */
function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

interface RemarksProps extends Pick<ReturnType<typeof useResultFilter>, 'leftOut'> {
  choices: ResultChoices | null;
  /** Sum of the recordings in words, or null if all are part of the base. */
  base: string | null;
  onForget: () => void;
}

/** Parts of the filter that were ignored, recordings that are not counted, and the number of sessions that are being read again. */
function Remarks({ leftOut, choices, base, onForget }: RemarksProps) {
  return (
    <>
      {leftOut.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 text-sm">
          <MoodText tone="caution">
            <span>
              Ignored, because it is not valid here:{' '}
              {leftOut
                .map(({ field, text }) => `${fieldWords[field]} ‘${shortened(text)}’`)
                .join(', ')}
            </span>
          </MoodText>
          <Button size="sm" variant="quiet" onClick={onForget}>
            Remove
          </Button>
        </div>
      )}
      {base !== null && <p className="text-muted text-sm tabular-nums">{base}.</p>}
      {choices !== null && choices.beingRead > 0 && (
        <p role="status" className="text-muted text-sm tabular-nums">
          {choices.beingRead === 1 ? '1 session is' : `${choices.beingRead} sessions are`} being
          recomputed; their numbers are the previous ones.
        </p>
      )}
    </>
  );
}

/**
 * Searches the transcripts of a test and opens the moments in the drawer. Visible once a recording
 * has a transcript.
 */
function TranscriptSearch({ testId }: { testId: TestId }) {
  const [text, setText] = useState('');
  const openSpoken = useSpokenMoments(testId, text);
  if (openSpoken === null) return null;
  return (
    <form
      className="w-56 shrink-0 max-sm:w-full print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        openSpoken();
      }}
    >
      <SearchBox
        label="Search what people said"
        placeholder="What people said"
        maxLength={200}
        text={text}
        onTextChange={setText}
        className="w-full"
      />
    </form>
  );
}
