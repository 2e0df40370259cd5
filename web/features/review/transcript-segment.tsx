// One segment of the transcript. Each word seeks to its time; a menu corrects or quotes the segment.
import { Ellipsis, MessageSquarePlus, Pencil, Scissors, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import {
  CORRECTION_MAX_CHARACTERS,
  correctionInput,
  type DisplayedSegment,
} from '#contract/transcripts.ts';
import { useMayChange, useMayNote } from '#web/entities/account/rights.ts';
import type { Player } from '#web/entities/recording/player.ts';
import {
  type SpokenSession,
  useCorrectSegment,
} from '#web/entities/transcript/transcript.query.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { formatDateTime, formatDuration } from '#web/lib/format-time.ts';
import { toastFailure } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu } from '#web/ui/menu.tsx';
import { Name } from '#web/ui/name.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import type { Drafts } from './drafts.ts';
import { clipOf, noteOf } from './selected-words.tsx';
import { lastStartedIndex, matchesSearch, quoteOf, wordsOf } from './transcript-words.ts';

interface TranscriptSegmentRowProps {
  of: SpokenSession;
  segment: DisplayedSegment;
  /** Index in the transcript, from 0. */
  at: number;
  /** Id of the transcription that contains the segment. */
  transcriptionId: string | null;
  player: Player;
  drafts: Drafts;
  search: string;
  isCurrent: boolean;
}

export const TranscriptSegmentRow = memo(function TranscriptSegmentRow(
  props: TranscriptSegmentRowProps,
) {
  const { of, segment, at, transcriptionId, player, isCurrent } = props;
  const { startMs, correction, original } = segment;
  const [isCorrecting, setCorrecting] = useState(false);
  const mayNote = useMayNote();
  return (
    <li
      data-current={isCurrent || undefined}
      className="rounded-md px-2 pb-2 [contain-intrinsic-size:auto_4rem] [content-visibility:auto] data-current:bg-accent-soft"
    >
      <div className="flex items-center gap-2 text-muted text-xs tabular-nums">
        <button
          type="button"
          data-words
          aria-current={isCurrent ? 'true' : undefined}
          onClick={() => player.seek(startMs)}
          onKeyDown={(event) => stepWords(event, player, segment)}
          className="min-h-6 rounded-sm px-1 hover:text-text"
        >
          {formatDuration(startMs)}
        </button>
        {correction && (
          <span
            title={`Heard: ${original}\nCorrected${correction.by ? ` by ${correction.by}` : ''}, ${formatDateTime(correction.at)}`}
          >
            Corrected
            {correction.by && (
              <>
                {' by '}
                <Name>{correction.by}</Name>
              </>
            )}
          </span>
        )}
        {mayNote && (
          <span className="ms-auto">
            <SegmentMenu {...props} onCorrect={() => setCorrecting(true)} />
          </span>
        )}
      </div>
      {isCorrecting && transcriptionId !== null ? (
        <SegmentCorrection
          of={of}
          segment={segment}
          at={at}
          transcriptionId={transcriptionId}
          onClose={() => setCorrecting(false)}
        />
      ) : (
        <Words {...props} />
      )}
    </li>
  );
});

/** Arrow keys on the segment's time seek from word to word. */
function stepWords(event: KeyboardEvent, player: Player, segment: DisplayedSegment): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const words = wordsOf(segment);
  const next = words[lastStartedIndex(words, player.getSnapshot().atMs) + step];
  if (next) player.seek(next.startMs);
  event.preventDefault();
}

function Words({ segment, at, player, search, isCurrent }: TranscriptSegmentRowProps) {
  const words = wordsOf(segment);
  const currentWord = useStore(player, ({ atMs }) =>
    isCurrent ? lastStartedIndex(words, atMs) : -1,
  );
  const goTo = ({ target }: MouseEvent) => {
    const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]') : null;
    // The end of a selection is no click on a word.
    if (word === null || getSelection()?.isCollapsed === false) return;
    const found = words[Number(word.dataset.word)];
    if (found) player.seek(found.startMs);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the time above goes there by keys, from word to word.
    <p dir="auto" className="px-1 text-sm leading-6" onClick={goTo}>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words of one text, which never reorder.
        <span key={index}>
          <span
            data-segment={at}
            data-word={index}
            className={classNames(
              'cursor-pointer rounded-sm hover:bg-hover',
              index === currentWord && 'bg-accent text-on-accent',
              matchesSearch(word.text, search) &&
                index !== currentWord &&
                'bg-warning-soft font-semibold',
            )}
          >
            {word.text.trim()}
          </span>{' '}
        </span>
      ))}
    </p>
  );
}

function SegmentMenu(props: TranscriptSegmentRowProps & { onCorrect: () => void }) {
  const { of, segment, at, transcriptionId, player, drafts, onCorrect } = props;
  const mayChange = useMayChange();
  const correcting = useCorrectSegment(of);
  const quote = quoteOf(wordsOf(segment));
  const { correction } = segment;
  const takeBack = () => {
    if (transcriptionId === null || correction === null) return;
    const seen = { madeBy: transcriptionId, version: correction.version };
    correcting.mutate(
      { segment: at, text: null, seen },
      { onError: toastFailure('The correction could not be undone.') },
    );
  };
  return (
    <Menu
      trigger={
        <IconButton
          label={`What to do with ${formatDuration(segment.startMs)}`}
          className="size-8!"
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
      items={[
        {
          id: 'note',
          label: 'Add note',
          icon: <MessageSquarePlus aria-hidden className="size-4" />,
          onSelect: () => quote && noteOf(quote, drafts),
        },
        {
          id: 'clip',
          label: 'Create clip',
          icon: <Scissors aria-hidden className="size-4" />,
          onSelect: () => {
            const { durationMs } = player.getSnapshot();
            if (quote) clipOf(quote, { drafts, durationMs });
          },
        },
        ...(mayChange
          ? [
              {
                id: 'correct',
                label: 'Correct text',
                icon: <Pencil aria-hidden className="size-4" />,
                onSelect: onCorrect,
              },
            ]
          : []),
        ...(mayChange && correction
          ? [
              {
                id: 'back',
                label: 'Undo correction',
                icon: <Undo2 aria-hidden className="size-4" />,
                onSelect: takeBack,
              },
            ]
          : []),
      ]}
    />
  );
}

// Corrects the recognised text of a segment. Typed text stays when another member corrects it at the same time.

interface SegmentCorrectionProps {
  of: SpokenSession;
  segment: DisplayedSegment;
  at: number;
  transcriptionId: string;
  onClose: () => void;
}

function SegmentCorrection({ of, segment, at, transcriptionId, onClose }: SegmentCorrectionProps) {
  const [text, setText] = useState(segment.text);
  const [opened] = useState(segment);
  const correcting = useCorrectSegment(of);
  const parsed = correctionInput.shape.text.safeParse(text);
  const theirs = segment.text === opened.text || segment.text === text ? null : segment.text;
  useUnsavedChanges(text !== opened.text);
  const save = () => {
    if (!parsed.success || correcting.isPending) return;
    if (text.trim() === segment.text) return onClose();
    const seen = { madeBy: transcriptionId, version: segment.correction?.version ?? 0 };
    correcting.mutate({ segment: at, text: parsed.data, seen }, { onSuccess: onClose });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    // While an input method is composing, Enter selects a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <form
      className="grid gap-2 px-1 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        label="Text"
        hideLabel
        autoFocus
        dir="auto"
        rows={3}
        maxLength={CORRECTION_MAX_CHARACTERS}
        value={text}
        error={
          correcting.isError
            ? sentenceOf(correcting.error, 'The correction could not be saved.')
            : undefined
        }
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      {theirs !== null && (
        <p role="status" className="text-sm">
          It now says: <q dir="auto">{theirs}</q>
        </p>
      )}
      {segment.text !== segment.original && (
        <p className="text-muted text-xs">
          Heard: <q dir="auto">{segment.original}</q>
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" type="submit" busy={correcting.isPending} disabled={!parsed.success}>
          Save
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
