// Texts in people's own words: searched, narrowed to a tag, and tagged by members, by keyboard too.
import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { TestId } from '#contract/ids.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import type { AnswerTexts as Texts } from '#contract/result-questions.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { NumberButton } from '#web/entities/results/result-table.tsx';
import { textsQuery } from '#web/entities/results/results.query.ts';
import { ShareBars } from '#web/entities/results/share-bars.tsx';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { LoadMore } from '#web/ui/surfaces.tsx';
import { PossiblyPersonal } from './own-words.tsx';
import { ResultCard } from './result-card.tsx';
import { TagBar } from './tag-bar.tsx';
import { type Tagging, useTagging } from './text-tagging.ts';

interface AnswerTextsProps {
  testId: TestId;
  step: number;
}

function textsText(texts: number): string {
  return texts === 1 ? '1 text' : `${wholeText(texts)} texts`;
}

export function AnswerTexts({ testId, step }: AnswerTextsProps) {
  const { filter } = useResultFilter();
  const [typed, setTyped] = useState('');
  const [textTag, setTextTag] = useState<string | null>(null);
  const search = useDeferredValue(typed.trim());
  const list = useInfiniteQuery(textsQuery(testId, filter, { step, search, textTag }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const sums = list.data?.pages[0];
  const tagging = useTagging({ testId, step }, items, sums);
  const isNarrow = search !== '' || textTag !== null;
  return (
    <ResultCard
      id="texts"
      title="In their own words"
      note={
        sums &&
        (isNarrow
          ? `${wholeText(sums.total)} of ${textsText(sums.people)}`
          : textsText(sums.people))
      }
      isOpenFirst
    >
      <PossiblyPersonal />
      {sums && <PeopleByTag step={step} sums={sums} chosen={textTag} onChoose={setTextTag} />}
      <SearchBox
        label="Find words in the answers"
        placeholder="Find words"
        maxLength={NAME_MAX_CHARACTERS}
        text={typed}
        onTextChange={setTyped}
        className="mb-3 max-w-80 print:hidden"
      />
      <TextList step={step} tagging={tagging} isBusy={list.isPlaceholderData}>
        {list.data && items.length === 0 && (
          <p className="text-muted text-sm">
            {search === '' ? 'No text is left here.' : 'No answer has these words.'}
          </p>
        )}
        {list.isError && (
          <p role="alert" className="text-sm">
            The texts could not be loaded.{' '}
            <Button size="sm" variant="secondary" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </p>
        )}
        <LoadMore
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          onLoad={() => void list.fetchNextPage()}
        />
      </TextList>
    </ResultCard>
  );
}

interface PeopleByTagProps {
  step: number;
  sums: Pick<Texts, 'tags' | 'people' | 'untagged'>;
  /** Tag of the texts in the list, '' for those without one, or null for all. */
  chosen: string | null;
  onChoose: (tag: string | null) => void;
}

/** Bars of one test are read at once; more would hide the texts. */
const BARS_FIRST = 8;

function PeopleByTag({ step, sums, chosen, onChoose }: PeopleByTagProps) {
  const { tags, people, untagged } = sums;
  const [isWhole, setWhole] = useState(false);
  const openMoments = useOpenMoments();
  const ofChosen = tags.find(({ tag }) => tag === chosen);
  if (tags.length === 0 && chosen === null) return null;
  const bars = isWhole ? tags : tags.filter(({ tag }, at) => at < BARS_FIRST || tag === chosen);
  const choose = (tag: string) => onChoose(tag === chosen ? null : tag);
  return (
    <section aria-labelledby="people-by-tag" className="mb-5 border-line border-b pb-4">
      <h3 id="people-by-tag" className="font-semibold text-sm">
        People by tag{' '}
        <span className="font-normal text-muted tabular-nums">
          of {wholeText(people)} who wrote a text
        </span>
      </h3>
      <ShareBars
        label="People by tag"
        head="Tag"
        bars={bars.map(({ tag, ...bar }) => ({ ...bar, key: tag, text: `#${tag}` }))}
        chosen={chosen}
        onOpen={choose}
      />
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums print:hidden">
        <button
          type="button"
          aria-pressed={chosen === ''}
          disabled={untagged === 0 && chosen !== ''}
          onClick={() => choose('')}
          className="rounded-sm underline decoration-line-strong underline-offset-4 not-disabled:hover:decoration-current disabled:text-muted disabled:no-underline aria-pressed:bg-accent-soft aria-pressed:font-medium"
        >
          {wholeText(untagged)} without a tag
        </button>
        {ofChosen && (
          <NumberButton
            onClick={() =>
              openMoments({ query: { of: 'answered', step, textTag: [ofChosen.tag] } })
            }
          >
            Watch the {peopleCount(ofChosen.people)}
          </NumberButton>
        )}
        {chosen !== null && <NumberButton onClick={() => onChoose(null)}>All texts</NumberButton>}
        {tags.length > bars.length && (
          <NumberButton onClick={() => setWhole(true)}>All {tags.length} tags</NumberButton>
        )}
      </p>
    </section>
  );
}

interface TextListProps {
  step: number;
  tagging: Tagging;
  isBusy: boolean;
  children: ReactNode;
}

function TextList({ step, tagging, isBusy, children }: TextListProps) {
  const mayTag = useMayChange();
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { items, current, setCurrent } = tagging;
  const focusAt = (at: number) => {
    const boxes = list.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [];
    boxes[Math.max(0, Math.min(at, boxes.length - 1))]?.focus();
  };
  const place = items.findIndex(({ sessionId }) => sessionId === current);
  useNextInPlace({ place, current }, focusAt);
  const move = (by: number, choosing: boolean) => {
    const [from, to] = [items[place], items[place + by]];
    if (choosing && from && to) tagging.choose([from, to], true);
    focusAt(place + by);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const tag = /^[1-9]$/.test(key) && tagging.quick[Number(key) - 1];
    const by = moves[key];
    if (by !== undefined) move(by, event.shiftKey);
    else if (tag) tagging.give(tag, true);
    else if (key === 't') field.current?.focus();
    else return;
    event.preventDefault();
  };
  const lastClick = useRef(0);
  const click = (event: MouseEvent<HTMLInputElement>, at: number) => {
    const from = event.shiftKey ? lastClick.current : at;
    const range = items.slice(Math.min(from, at), Math.max(from, at) + 1);
    tagging.choose(range, event.currentTarget.checked);
    lastClick.current = at;
  };
  return (
    <>
      <ul ref={list} aria-label="Texts" aria-busy={isBusy} className="divide-y divide-line">
        {items.map((item, at) => (
          <TextRow
            key={item.sessionId}
            item={item}
            step={step}
            box={
              mayTag && (
                <input
                  type="checkbox"
                  aria-labelledby={`text-${item.sessionId}`}
                  tabIndex={at === Math.max(place, 0) ? 0 : -1}
                  checked={tagging.chosen.has(item.sessionId)}
                  onClick={(event) => click(event, at)}
                  // React asks for it; `onClick` knows whether Shift is down.
                  onChange={() => undefined}
                  onFocus={() => setCurrent(item.sessionId)}
                  onKeyDown={press}
                  className="mt-1 size-4 shrink-0 accent-accent pointer-coarse:size-5"
                />
              )
            }
            onTakeOff={mayTag ? (tag) => tagging.takeOff(tag, item) : undefined}
          />
        ))}
      </ul>
      {children}
      {mayTag && items.length > 0 && (
        <TagBar
          tagging={tagging}
          field={field}
          onKeyDown={press}
          onDone={() => focusAt(Math.max(place, 0))}
        />
      )}
    </>
  );
}

/** Texts that a key moves by. */
const moves: Readonly<Record<string, number>> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 };

/** Moves the focus to the next text when one leaves the list, because a tag that narrows the list has changed. */
function useNextInPlace(
  { place, current }: { place: number; current: string | null },
  focusAt: (at: number) => void,
): void {
  const lastPlace = useRef(0);
  const isGone = current !== null && place === -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text that leaves.
  useEffect(() => {
    if (isGone && document.activeElement === document.body) focusAt(lastPlace.current);
  }, [isGone, current]);
  useEffect(() => {
    if (place !== -1) lastPlace.current = place;
  });
}

/** Maximum length of the search text that a filter accepts. */
const FOUND_BY_CHARACTERS = 200;

interface TextRowProps {
  item: Texts['items'][number];
  step: number;
  /** Chooses the text; absent for those who only read. */
  box: ReactNode;
  onTakeOff: ((tag: string) => void) | undefined;
}

function TextRow({ item, step, box, onTakeOff }: TextRowProps) {
  const { sessionId, participantName, text, tags } = item;
  const openMoments = useOpenMoments();
  return (
    <li className="-mx-2 flex break-inside-avoid gap-3 rounded-sm px-2 py-3 has-[input:focus-visible]:bg-hover">
      {box}
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-1">
        <p
          id={`text-${sessionId}`}
          dir="auto"
          className="whitespace-pre-line text-start [overflow-wrap:anywhere]"
        >
          {text}
        </p>
        <p className="text-muted text-sm">
          <NumberButton
            onClick={() =>
              openMoments({
                query: { of: 'answered', step, text: text.slice(0, FOUND_BY_CHARACTERS) },
              })
            }
          >
            <Name>{participantName}</Name>
          </NumberButton>
        </p>
        {tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li
                key={tag}
                className={classNames(
                  'flex min-w-0 max-w-full items-center rounded-full bg-sunken text-sm',
                  onTakeOff ? 'pl-2.5' : 'px-2.5',
                )}
              >
                <span className="truncate py-0.5">#{tag}</span>
                {onTakeOff && (
                  <button
                    type="button"
                    aria-label={`Take off #${tag}`}
                    title={`Take off #${tag}`}
                    onClick={() => onTakeOff(tag)}
                    className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:bg-hover hover:text-text pointer-coarse:size-control print:hidden"
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
