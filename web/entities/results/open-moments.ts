// Open moments beside a test's results, in the address, so that a reload or a link restores them.
import { createContext, useCallback, useContext, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod/mini';
import { type MomentsQuery, momentsQuery } from '#contract/moments.ts';
import { type NumberKind, numberKind } from '#contract/report-numbers.ts';
import { spokenQuery } from '#contract/transcripts.ts';
import { queryOf } from './filter.ts';

/** The query of the moments, as one text. The server words their heading, so an address cannot. */
const MOMENTS_PARAM = 'moments';
/**
 * Parameter of the moment that plays: the number of its session and, in a search of words, the
 * segment.
 */
const PLAYING_PARAM = 'playing';

/** The people of a number, or moments of a search of words. */
export interface MomentsRequest {
  /**
   * Query of a number, in addition to the page's filter or instead of one of its fields: `{ of:
   * 'clicked', at: 2 }`.
   */
  query: PeopleQuery | z.infer<typeof wordsQuery>;
  /** Kind of number in a report; left out for these people of everyone within the filter. */
  number?: NumberKind | undefined;
}

type PeopleQuery = Omit<MomentsQuery, 'cursor' | 'limit'>;
const peopleQuery = z.omit(momentsQuery, { cursor: true, limit: true });
/** Moments whose transcript contains these words. */
const wordsQuery = z.extend(z.omit(spokenQuery, { cursor: true, limit: true }), {
  of: z.literal('said'),
});
const requestQuery = z.union([wordsQuery, peopleQuery]);

/** Returns null if none are open, or if the address does not parse. */
export function readMoments(params: URLSearchParams): MomentsRequest | null {
  const given = Object.fromEntries(new URLSearchParams(params.get(MOMENTS_PARAM) ?? ''));
  const parsed = requestQuery.safeParse(given);
  if (!parsed.success) return null;
  const number = numberKind.safeParse(given.number);
  return {
    query: parsed.data,
    ...(number.success && { number: number.data }),
  };
}

export function withMoments(
  params: URLSearchParams,
  request: MomentsRequest | null,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(MOMENTS_PARAM);
  next.delete(PLAYING_PARAM);
  if (request !== null) {
    const { query, number } = request;
    const inner = new URLSearchParams(queryOf(query));
    if (number !== undefined) inner.set('number', number);
    next.set(MOMENTS_PARAM, inner.toString());
  }
  return next;
}

/** @param how `plays`: the first person plays at once, and the others follow */
type OpenMoments = (request: MomentsRequest | null, how?: { plays: boolean }) => void;

/** State of the page's entry in the browser's history. It is no part of the address, so that a link plays nothing. */
const openedBy = z.object({ plays: z.literal(true) });

/** `openMoments({ query, number })` from any number; null closes them. Needs a ResultsFrame around it. */
export function useOpenMoments(): OpenMoments {
  return useContext(OpenMomentsContext);
}

export const OpenMomentsContext = createContext<OpenMoments>(() => {
  throw new Error('There is no ResultsFrame around this.');
});

/**
 * The moments of the address, and what opens others: always the same function, so that hundreds of numbers are not
 * painted again whenever the address changes.
 */
export function useMomentsOfAddress(): {
  request: MomentsRequest | null;
  plays: boolean;
  open: OpenMoments;
} {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const now = useRef({ params, setParams });
  useLayoutEffect(() => {
    now.current = { params, setParams };
  }, [params, setParams]);
  const open = useCallback<OpenMoments>((request, { plays } = { plays: false }) => {
    // Going back closes them.
    const replace = now.current.params.has(MOMENTS_PARAM);
    const to = (before: URLSearchParams) => withMoments(before, request);
    const options = { replace, preventScrollReset: true };
    now.current.setParams(to, plays ? { ...options, state: { plays } } : options);
  }, []);
  return { request: readMoments(params), plays: openedBy.safeParse(state).success, open };
}

/** The moment that plays, and how to choose another. */
export function usePlaying() {
  const [params, setParams] = useSearchParams();
  const setPlaying = (name: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(PLAYING_PARAM, name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(PLAYING_PARAM), setPlaying] as const;
}
