// Panel beside the player: facts of the session, the list of moments, and the legend.
import { Flag, Scissors } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import { useMayChange, useMayNote } from '#web/entities/account/rights.ts';
import { clipAround } from '#web/entities/clip/clip-around.ts';
import { useSaveClip } from '#web/entities/clip/moment-clip.ts';
import { AddToReportDialog } from '#web/entities/finding/add-to-report.tsx';
import { ClickMark, ClickSigns } from '#web/entities/heat/signs.tsx';
import { clickCountText, isDeadClick } from '#web/entities/recording/click-count.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { deleteWithUndo } from '#web/entities/undoable-deletion.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { AnswerRows } from './answer-rows.tsx';
import type { Drafts } from './drafts.ts';
import { type Chapter, chapterAt, clickKind, clickName, goalsOf } from './moments.ts';
import {
  type NoteAndClipActions,
  NoteAndClipRows,
  NoteAndClipSigns,
} from './note-and-clip-rows.tsx';
import {
  evidenceOf,
  itemCount,
  itemName,
  type NoteOrClip,
  notesAndClipsByChapter,
} from './notes-and-clips.ts';
import { OutcomeControl } from './outcome-control.tsx';
import { RecordingMeta } from './recording-header.tsx';
import { SessionNotes, TaskNotes } from './session-notes.tsx';
import { followRow, SidePanel } from './side-panel.tsx';
import { type TaskStretch, taskName } from './tasks.ts';

interface MomentPanelProps {
  recording: RecordingDetail;
  player: Player;
  /** Several tasks of the recording, or none. */
  tasks: readonly TaskStretch[];
  chapters: readonly Chapter[];
  notesAndClips: readonly NoteOrClip[];
  drafts: Drafts;
  /** The panel's name, or the switch to its other view. */
  heading: ReactNode;
  /** Loads notes and clips again, or null unless they failed to load. */
  onRetryNotes: (() => void) | null;
}

export function MomentPanel({ recording, player, tasks, chapters, ...rest }: MomentPanelProps) {
  const { notesAndClips, drafts, heading, onRetryNotes } = rest;
  const mayChange = useMayChange();
  const [reported, setReported] = useState<NoteOrClip | null>(null);
  const deleteItem = (item: NoteOrClip) => deleteNoteOrClip(recording.test._id, item);
  const actions: NoteAndClipActions = {
    player,
    onEdit: (one) => {
      if (one.kind === 'clip') drafts.editClip(one.clip);
      else drafts.editNote(one.note);
    },
    onReport: mayChange ? setReported : null,
    onDelete: mayChange ? deleteItem : null,
  };
  const visits = recording.visits.length;
  return (
    <SidePanel
      label="What happened"
      header={
        <>
          {heading}
          <p className="text-muted text-sm md:hidden">
            <RecordingMeta recording={recording} />
          </p>
          <p className="text-muted text-sm">
            {clickCountText(recording)} · {visits} {visits === 1 ? 'screen visit' : 'screen visits'}
            {itemCount(notesAndClips)}
          </p>
        </>
      }
      footer={
        (recording.clicks > 0 || notesAndClips.length > 0) && (
          <>
            <ClickSigns {...recording} />
            {goalsOf(chapters).length > 0 && (
              <span className="flex items-center gap-2">
                <Flag aria-hidden className="size-4 fill-current text-accent" />
                Goal
              </span>
            )}
            <NoteAndClipSigns notesAndClips={notesAndClips} />
          </>
        )
      }
    >
      <SessionNotes recording={recording} />
      {onRetryNotes && (
        <div role="alert" className="flex items-center gap-3 px-4 pt-3 text-sm">
          <p className="grow">Notes and clips could not be loaded.</p>
          <Button size="sm" variant="secondary" onClick={onRetryNotes}>
            Retry
          </Button>
        </div>
      )}
      {chapters.length > 0 ? (
        <MomentList
          recording={recording}
          tasks={tasks}
          chapters={chapters}
          notesAndClips={notesAndClips}
          actions={actions}
        />
      ) : (
        <>
          <p className="p-4 text-muted text-sm">
            No screens or clicks were reported in this session: its link may not be a prototype, or
            the prototype did not report them.
          </p>
          <NoteAndClipRows notesAndClips={notesAndClips} {...actions} />
        </>
      )}
      <AnswerRows questions={recording.questions} player={player} />
      {reported && (
        <AddToReportDialog
          testId={recording.test._id}
          what={itemName(reported)}
          evidence={evidenceOf(reported)}
          onClose={() => setReported(null)}
        />
      )}
    </SidePanel>
  );
}

interface MomentListProps
  extends Pick<MomentPanelProps, 'recording' | 'tasks' | 'chapters' | 'notesAndClips'> {
  actions: NoteAndClipActions;
}

/**
 * All moments in words: the screens in the order of their visits, their clicks, notes and clips, under a heading for each
 * of several tasks. Choosing one seeks to it; the player's position is marked.
 */
function MomentList({ recording, tasks, chapters, notesAndClips, actions }: MomentListProps) {
  const { player } = actions;
  const rows = notesAndClipsByChapter(chapters, notesAndClips);
  const current = useStore(player, ({ atMs }) => chapterAt(chapters, atMs));
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    followRow(list.current?.querySelector('li[data-current]'), current <= 0);
  }, [current]);

  const chaptersOfTask = (step: number | null) => (
    <ol className="p-2">
      {chapters.map((chapter, at) =>
        chapter.step === step ? (
          <ChapterRow
            key={chapter.fromMs}
            recording={recording}
            chapter={chapter}
            actions={actions}
            notesAndClips={rows[at] ?? []}
            current={at === current}
          />
        ) : null,
      )}
    </ol>
  );
  return (
    <div ref={list}>
      {tasks.length === 0
        ? chaptersOfTask(null)
        : tasks.map((task) => (
            <section
              key={task.run.step}
              aria-label={taskName(task)}
              className="not-last:border-line not-last:border-b"
            >
              <TaskHeading recording={recording} task={task} player={player} />
              <TaskNotes run={task.run} />
              {chaptersOfTask(task.run.step)}
            </section>
          ))}
    </div>
  );
}

interface TaskHeadingProps extends Pick<MomentPanelProps, 'recording' | 'player'> {
  task: TaskStretch;
}

function TaskHeading({ recording, task, player }: TaskHeadingProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 px-2 pt-2 pr-4">
      <h3 className="grow">
        <button
          type="button"
          onClick={() => player.seek(task.fromMs)}
          className="flex min-h-control-sm w-full items-center gap-2 rounded-md px-2 text-left font-semibold hover:bg-hover"
        >
          {taskName(task)}
          <span className="font-normal text-muted text-xs tabular-nums">
            {formatDuration(task.fromMs)} – {formatDuration(task.toMs)}
          </span>
        </button>
      </h3>
      <OutcomeControl recording={recording} run={task.run} />
    </div>
  );
}

interface ChapterRowProps extends Pick<MomentListProps, 'recording' | 'notesAndClips' | 'actions'> {
  chapter: Chapter;
  current: boolean;
}

function ChapterRow({ recording, chapter, notesAndClips, actions, current }: ChapterRowProps) {
  const { player } = actions;
  const screen = chapter.screenName;
  return (
    <li className="rounded-md data-current:bg-accent-soft" data-current={current || undefined}>
      <div className="flex items-center">
        <button
          type="button"
          aria-current={current ? 'true' : undefined}
          onClick={() => player.seek(chapter.fromMs)}
          className="flex min-w-0 grow items-center gap-3 rounded-md p-2 text-left hover:bg-hover"
        >
          <Thumbnail src={chapter.imageUrl} className="h-10 w-14 border border-line bg-sunken" />
          <span className="min-w-0 grow truncate font-semibold text-sm">
            <Name>
              {chapter.screenName ?? (chapter.step === null ? 'Whole recording' : 'Whole task')}
            </Name>
          </span>
          {chapter.isGoal && (
            <span className="shrink-0 text-accent">
              <Flag aria-hidden className="size-4 fill-current" />
              <span className="sr-only">Goal</span>
            </span>
          )}
          <span className="shrink-0 text-muted text-xs tabular-nums">
            {formatDuration(chapter.fromMs)} – {formatDuration(chapter.toMs)}
          </span>
        </button>
        <MomentClipButton recording={recording} atMs={chapter.fromMs} title={screen ?? ''} />
      </div>
      {chapter.clicks.length > 0 && (
        <ul className="flex flex-wrap gap-1.5 px-2 pb-2">
          {chapter.clicks.map((click, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two clicks may have the same time; the list never reorders.
            <li key={at} className="flex rounded-full border border-line bg-surface">
              <button
                type="button"
                onClick={() => player.seek(click.atMs)}
                className="flex h-8 items-center gap-1.5 rounded-l-full pr-1 pl-2 text-xs tabular-nums hover:bg-hover"
              >
                <ClickMark misclick={isDeadClick(click)} />
                {click.layer === null ? (
                  clickName(click)
                ) : (
                  <>
                    <span className="sr-only">{clickKind(click)} on </span>
                    <span className="max-w-32 truncate">
                      <Name>{click.layer}</Name>
                    </span>
                  </>
                )}
                <span className="text-muted">{formatDuration(click.atMs)}</span>
              </button>
              <MomentClipButton
                recording={recording}
                atMs={click.atMs}
                title={[clickName(click), screen].filter(Boolean).join(', ')}
                inPill
              />
            </li>
          ))}
        </ul>
      )}
      <NoteAndClipRows notesAndClips={notesAndClips} {...actions} />
    </li>
  );
}

interface MomentClipButtonProps {
  recording: RecordingDetail;
  atMs: number;
  /** Name of the moment; becomes the clip's title. */
  title: string;
  /** Rendered as the end of a pill instead of a square. */
  inPill?: boolean;
}

/** Saves a moment as a clip: from 3 s before it to 10 s after it. */
function MomentClipButton({ recording, atMs, title, inPill }: MomentClipButtonProps) {
  const { test, id, durationMs } = recording;
  const save = useSaveClip(test._id);
  const mayNote = useMayNote();
  if (!mayNote || recording.withoutVideo) return null;
  return (
    <button
      type="button"
      aria-label={`Clip of ${formatDuration(atMs)}`}
      title="Save as clip"
      onClick={() => save({ sessionId: id, stretch: clipAround(atMs, durationMs), title })}
      className={
        inPill
          ? 'grid h-8 w-8 place-items-center rounded-r-full pr-1 text-muted hover:bg-hover hover:text-text'
          : 'mr-1 grid size-control-sm shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text'
      }
    >
      <Scissors aria-hidden className="size-4" />
    </button>
  );
}

/** Deletes a note or a clip, with an undo. */
function deleteNoteOrClip(testId: TestId, item: NoteOrClip): void {
  if (item.kind === 'clip') {
    const { id, version } = item.clip;
    deleteWithUndo({ testId, kind: 'clip', id, version });
  } else {
    const { id, version } = item.note;
    deleteWithUndo({ testId, kind: 'note', id, version });
  }
}
