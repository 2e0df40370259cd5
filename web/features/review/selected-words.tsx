// Actions for selected words of the transcript: a note that quotes them, or a clip of the passage.
import { MessageSquarePlus, Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CLIP_AFTER_MS, CLIP_BEFORE_MS } from '#contract/limits.ts';
import type { DisplayedSegment } from '#contract/transcripts.ts';
import { shortTitle } from '#web/entities/clip/clip-around.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import type { Drafts } from './drafts.ts';
import { type Quote, quoteOf, wordsOf } from './transcript-words.ts';

interface SelectedWordsProps {
  /** Container of the words, each with `data-segment` and `data-word`. */
  list: HTMLElement | null;
  segments: readonly DisplayedSegment[];
  player: Player;
  drafts: Drafts;
}

export function SelectedWords({ list, segments, player, drafts }: SelectedWordsProps) {
  const quote = useQuote(list, segments);
  if (quote === null) return <span>Select words to add a note or a clip.</span>;
  return (
    <div className="grid w-full gap-2">
      <p className="line-clamp-2 text-sm text-text">
        “<Name>{quote.text}</Name>”
      </p>
      {/* A click on the action must not clear the selection first. */}
      <div
        className="flex gap-2"
        role="toolbar"
        aria-label="Selected words"
        onPointerDown={(event) => event.preventDefault()}
      >
        <Button
          size="sm"
          variant="secondary"
          icon={<MessageSquarePlus aria-hidden className="size-4" />}
          onClick={() => noteOf(quote, drafts)}
        >
          Note
        </Button>
        <Button
          size="sm"
          variant="secondary"
          icon={<Scissors aria-hidden className="size-4" />}
          onClick={() => clipOf(quote, { drafts, durationMs: player.getSnapshot().durationMs })}
        >
          Clip
        </Button>
      </div>
    </div>
  );
}

/** A text that is being written is not replaced. */
export function noteOf({ fromMs, text }: Quote, drafts: Drafts): void {
  drafts.writeNote(fromMs);
  if (drafts.getSnapshot().note?.text === '') drafts.setNote({ text: `“${text}” ` });
}

/** Returns a clip from 3 s before the words to 10 s after them, within the recording. */
export function clipOf(
  { fromMs, toMs, text }: Quote,
  { drafts, durationMs }: { drafts: Drafts; durationMs: number },
): void {
  drafts.cancelClip();
  drafts.setFrom(Math.max(0, fromMs - CLIP_BEFORE_MS));
  drafts.setTo(Math.min(toMs + CLIP_AFTER_MS, durationMs > 0 ? durationMs : toMs + CLIP_AFTER_MS));
  drafts.setClip({ title: shortTitle(`“${text}”`) });
}

function useQuote(list: HTMLElement | null, segments: readonly DisplayedSegment[]): Quote | null {
  const [quote, setQuote] = useState<Quote | null>(null);
  useEffect(() => {
    if (list === null) return;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setQuote(selectedIn(list, segments)));
    };
    document.addEventListener('selectionchange', look);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', look);
    };
  }, [list, segments]);
  return quote;
}

function selectedIn(list: HTMLElement, segments: readonly DisplayedSegment[]): Quote | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(list)) return null;
  const words = [...list.querySelectorAll<HTMLElement>('[data-word]')]
    .filter((word) => range.intersectsNode(word))
    .flatMap(({ dataset }) => {
      const segment = segments[Number(dataset.segment)];
      const word = segment && wordsOf(segment)[Number(dataset.word)];
      return word ? [word] : [];
    });
  return quoteOf(words);
}
