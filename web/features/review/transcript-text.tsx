// The transcript's text: segments in order; the current one is marked and stays in view.
import { type Ref, useEffect, useRef } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import type { Player } from '#web/entities/recording/player.ts';
import {
  type SpokenSession,
  useDismissCorrection,
} from '#web/entities/transcript/transcript.query.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import type { Drafts } from './drafts.ts';
import { followRow } from './side-panel.tsx';
import { TranscriptSegmentRow } from './transcript-segment.tsx';
import { lastStartedIndex } from './transcript-words.ts';

interface TranscriptTextProps {
  of: SpokenSession;
  transcript: Transcript;
  player: Player;
  drafts: Drafts;
  /** Indexes of the visible segments. */
  matches: readonly number[];
  search: string;
  ref: Ref<HTMLDivElement>;
}

export function TranscriptText(props: TranscriptTextProps) {
  const { of, transcript, player, drafts, matches, search, ref } = props;
  const { segments, direction, language, unfitting, madeBy } = transcript;
  const current = useStore(player, ({ atMs }) => lastStartedIndex(segments, atMs));
  const list = useRef<HTMLOListElement>(null);
  const isWhole = matches.length === segments.length;
  useEffect(() => {
    if (isWhole) followRow(list.current?.children[Math.max(0, current)], current <= 0);
  }, [current, isWhole]);
  return (
    <div ref={ref}>
      <ol ref={list} dir={direction} lang={language ?? undefined} className="p-2">
        {matches.map((at) => {
          const segment = segments[at];
          return (
            segment && (
              <TranscriptSegmentRow
                key={segment.startMs + at / 1e6}
                of={of}
                segment={segment}
                at={at}
                player={player}
                drafts={drafts}
                search={search}
                transcriptionId={madeBy}
                isCurrent={at === current}
              />
            )
          );
        })}
      </ol>
      {unfitting.length > 0 && <Unfitting of={of} unfitting={unfitting} player={player} />}
    </div>
  );
}

interface UnfittingProps extends Pick<TranscriptTextProps, 'of' | 'player'> {
  unfitting: Transcript['unfitting'];
}

/** Corrections of an earlier transcription. */
function Unfitting({ of, unfitting, player }: UnfittingProps) {
  const mayChange = useMayChange();
  const dismissing = useDismissCorrection(of);
  return (
    <section className="grid gap-2 border-line border-t p-4 text-sm">
      <h3 className="text-sm">Corrections that no longer fit</h3>
      <p className="text-muted">They belong to an earlier transcript with other segments.</p>
      <ul className="grid gap-2">
        {unfitting.map(({ _id, startMs, text }) => (
          <li key={_id} className="grid justify-items-start gap-1">
            <button
              type="button"
              className="text-muted text-xs tabular-nums hover:text-text"
              onClick={() => player.seek(startMs)}
            >
              {formatDuration(startMs)}
            </button>
            <span dir="auto">{text}</span>
            {mayChange && (
              <Button
                size="sm"
                variant="quiet"
                disabled={dismissing.isPending}
                onClick={() => dismissing.mutate(_id)}
              >
                Delete it
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
