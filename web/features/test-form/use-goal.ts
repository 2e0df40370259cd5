// The goal in the form of a test: its choices, their options, and the request.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Embed } from '#contract/embed.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { TestInput } from '#contract/tests.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { prototypeScreensQuery, testScreensQuery } from '#web/entities/screen/screen.query.ts';
import {
  changedGoal,
  choiceOf,
  draftOf,
  factsOf,
  type GoalChoice,
  type GoalDraft,
  goalOf,
  type LinkFacts,
  newDraft,
  selectedScreens,
} from './goal-draft.ts';

/** A screen that can be a goal. */
export interface ChoosableScreen extends Pick<NamedScreen, 'screenId' | 'name' | 'image'> {
  /** A chosen screen may be missing from the current design. */
  isInDesign: boolean;
}

export interface GoalModel {
  draft: GoalDraft;
  change: (draft: GoalDraft) => void;
  /** Facts of the last complete link. */
  facts: LinkFacts;
  /** Kind of the link as it is typed now; `unknown` if it is not complete. */
  linkKind: LinkFacts['kind'];
  choice: GoalChoice;
  /** Screens of the link's file. */
  screens: string[];
  routes: string[][];
  /** Screens of the picker, including the selected ones. */
  choosable: ChoosableScreen[];
  /** `failed`: the design tool did not answer; screens can still be added by clicking through the prototype. */
  listing: 'none' | 'loading' | 'failed' | 'ready';
  retry: () => void;
  embed: Extract<Embed, { kind: 'prototype' }> | null;
  /** The stored goal's screens belong to another file than the link's. */
  isLeftBehind: boolean;
}

/** @param test the test to edit, or null for a new one, which may begin with a draft */
export function useGoal(
  link: string,
  { test, storedDraft }: { test: TestOverview | null; storedDraft?: GoalDraft },
) {
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  const [touched, setTouched] = useState<GoalDraft | null>(storedDraft ?? null);
  const typed = factsOf(link, hosts);
  const { figmaUrl, facts } = useLastLink(link, typed);
  const storedFacts = factsOf(test?.figmaUrl ?? '', hosts);
  // Until a choice is made here, the form shows other people's saved changes.
  const draft = touched ?? (test ? draftOf(test, storedFacts) : newDraft);
  const list = useChoosable(figmaUrl, { test, facts, storedFacts });
  const chosen = selectedScreens(draft, facts);
  const body: Pick<TestInput, 'goal' | 'asks'> = test
    ? changedGoal(draft, facts, { test, facts: storedFacts })
    : { goal: goalOf(draft, facts), asks: draft.asks };
  const model: GoalModel = {
    draft,
    change: setTouched,
    facts,
    linkKind: typed.kind,
    choice: choiceOf(draft, facts),
    screens: chosen.screens,
    routes: chosen.routes,
    ...list,
    choosable: addSelectedScreens(list.choosable, chosen),
    isLeftBehind:
      typed.kind !== 'unknown' && test?.goal?.kind === 'screens' && storedFacts.file !== facts.file,
  };
  const isChanged = test ? Object.keys(body).length > 0 : touched !== null;
  return { model, body, isChanged };
}

/** Returns the last complete link, so that its screens stay visible while another link is typed. */
function useLastLink(figmaUrl: string, facts: LinkFacts) {
  const [last, setLast] = useState({ figmaUrl, facts });
  const isNew = last.facts.file !== facts.file || last.facts.kind !== facts.kind;
  if (facts.kind === 'unknown' || !isNew) return last;
  const next = { figmaUrl, facts };
  setLast(next);
  return next;
}

/**
 * Returns the screens of the picker: the test's own ones, which have names, or those of the link if the test has none or
 * the link leads to another file.
 */
function useChoosable(
  figmaUrl: string,
  {
    test,
    facts,
    storedFacts,
  }: { test: TestOverview | null; facts: LinkFacts; storedFacts: LinkFacts },
) {
  const { file } = facts;
  const isOwn = test !== null && file !== null && file === storedFacts.file;
  const own = useQuery({ ...testScreensQuery(test?._id ?? ''), enabled: isOwn });
  const isUnlisted = own.isError || own.data?.screens.length === 0;
  const asksLink = file !== null && (!isOwn || isUnlisted);
  const link = useQuery({
    ...prototypeScreensQuery({ figmaUrl, file: file ?? '' }),
    enabled: asksLink,
  });
  const { data, isError, refetch } = asksLink ? link : own;
  const isKnown = file !== null && data !== undefined;
  const embed = isKnown ? data.embed : null;
  return {
    choosable: isKnown ? data.screens.map(choosableOf).filter(({ screenId }) => screenId) : [],
    listing: listingOf({ file, isError, isLoaded: isKnown }),
    retry: () => void refetch(),
    embed: embed?.kind === 'prototype' ? embed : null,
  };
}

type Screen = Pick<ChoosableScreen, 'screenId' | 'name' | 'image'> & { isInDesign?: boolean };

/** Returns a screen of the picker. Screens that a link lists are all part of the current design. */
function choosableOf({ screenId, name, image, isInDesign = true }: Screen): ChoosableScreen {
  return { screenId, name, image, isInDesign };
}

function listingOf(options: {
  file: string | null;
  isError: boolean;
  isLoaded: boolean;
}): GoalModel['listing'] {
  if (options.file === null) return 'none';
  if (options.isLoaded) return 'ready';
  return options.isError ? 'failed' : 'loading';
}

/** Adds selected screens that the list lacks, because they were deleted from the design or found only by clicking through. */
function addSelectedScreens(
  listed: readonly ChoosableScreen[],
  { screens, routes }: { screens: readonly string[]; routes: readonly (readonly string[])[] },
): ChoosableScreen[] {
  const known = new Set(listed.map(({ screenId }) => screenId));
  const unknown = [...new Set([...screens, ...routes.flat()])].filter((id) => !known.has(id));
  const isWholeList = listed.length > 0;
  return [
    ...listed.filter(({ isInDesign, screenId }) => isInDesign || screens.includes(screenId)),
    ...unknown.map((screenId) => ({
      screenId,
      name: `Screen ${screenId}`,
      image: null,
      isInDesign: !isWholeList,
    })),
  ];
}
