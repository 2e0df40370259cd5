// The goal of a task in the form of a test: its choices and their options.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Embed } from '#contract/embed.ts';
import type { TestId } from '#contract/ids.ts';
import { type DescribedHost, parseLink } from '#contract/prototypes.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import type { TaskStep } from '#contract/steps.ts';
import { aboutQuery } from '#web/entities/about.query.ts';
import { prototypeScreensQuery, testScreensQuery } from '#web/entities/screen/screen.query.ts';
import type { TaskValues, TestValues } from '#web/entities/test/form-values.ts';
import {
  choiceOf,
  factsOf,
  type GoalChoice,
  type GoalDraft,
  type LinkFacts,
  selectedScreens,
} from './goal-draft.ts';
import { goalDraftOf } from './test-changes.ts';

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

/** A task of a stored test. */
export interface StoredTask {
  testId: TestId;
  step: TaskStep;
}

/** @param stored the task as it is stored, or null for a new one */
export function useGoal(
  form: UseFormReturn<TestValues>,
  { at, task, stored }: { at: number; task: TaskValues; stored: StoredTask | null },
): GoalModel {
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  const typed = linkOf(task.figmaUrl, hosts);
  const link = useLastLink(typed);
  const { facts } = link;
  const storedLink = linkOf(stored?.step.figmaUrl ?? '', hosts);
  // Until a choice is made here, the form shows other people's saved changes.
  const draft = goalDraftOf(task, stored?.step, hosts);
  const list = useChoosable(link, stored, storedLink);
  const chosen = selectedScreens(draft, facts);
  return {
    draft,
    change: (goal) => form.setValue(`steps.${at}.goal`, goal, { shouldDirty: true }),
    facts,
    linkKind: typed.facts.kind,
    choice: choiceOf(draft, facts),
    screens: chosen.screens,
    routes: chosen.routes,
    ...list,
    choosable: addSelectedScreens(list.choosable, chosen),
    isLeftBehind:
      typed.facts.kind !== 'unknown' &&
      stored?.step.goal?.kind === 'screens' &&
      storedLink.facts.file !== facts.file,
  };
}

/** Returns the embed of a link's prototype, or null until it is known. @param stored the task as it is stored, or null */
export function useEmbed(figmaUrl: string, stored: StoredTask | null): GoalModel['embed'] {
  const hosts = useQuery(aboutQuery).data?.linkHosts;
  const storedLink = linkOf(stored?.step.figmaUrl ?? '', hosts);
  return useChoosable(linkOf(figmaUrl, hosts), stored, storedLink).embed;
}

interface GoalLink {
  figmaUrl: string;
  facts: LinkFacts;
  /** The screen at which the prototype begins, if the link names one. */
  start: string | null;
}

function linkOf(figmaUrl: string, hosts: readonly DescribedHost[] | undefined): GoalLink {
  const parsed = hosts && parseLink(figmaUrl, hosts);
  const start = parsed?.kind === 'prototype' ? parsed.startNodeId : null;
  return { figmaUrl, facts: factsOf(figmaUrl, hosts), start };
}

/** Returns the last complete link, so that its screens stay visible while another link is typed. */
function useLastLink(link: GoalLink): GoalLink {
  const [last, setLast] = useState(link);
  const isNew = prototypeOf(last) !== prototypeOf(link) || last.facts.kind !== link.facts.kind;
  if (link.facts.kind === 'unknown' || !isNew) return last;
  setLast(link);
  return link;
}

const prototypeOf = ({ facts, start }: GoalLink) => `${facts.file} ${start}`;

/**
 * Returns the screens of the picker: the task's own ones, which have names, or those of the link if the task has none
 * or the link leads to another file.
 */
function useChoosable(link: GoalLink, stored: StoredTask | null, storedLink: GoalLink) {
  const { file } = link.facts;
  const isOwn = stored !== null && file !== null && file === storedLink.facts.file;
  const own = useQuery({
    ...testScreensQuery(stored?.testId ?? '', stored?.step.number ?? 1),
    enabled: isOwn,
  });
  const isUnlisted = !isOwn || own.isError || own.data?.screens.length === 0;
  const asksLink = file !== null && (isUnlisted || link.start !== storedLink.start);
  const ofLink = useQuery({
    ...prototypeScreensQuery(link.figmaUrl, prototypeOf(link)),
    enabled: asksLink,
  });
  const { data, isError, refetch } = isUnlisted ? ofLink : own;
  const isKnown = file !== null && data !== undefined;
  const embed = (asksLink ? ofLink : own).data?.embed;
  return {
    choosable: isKnown ? data.screens.map(choosableOf).filter(({ screenId }) => screenId) : [],
    listing: listingOf({ file, isError, isLoaded: isKnown }),
    retry: () => void refetch(),
    embed: file !== null && embed?.kind === 'prototype' ? embed : null,
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
