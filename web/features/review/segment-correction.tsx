// Corrects the recognised text of a segment. Typed text stays when another member corrects it at the same time.
import { type KeyboardEvent, useState } from 'react';
import {
  CORRECTION_MAX_CHARACTERS,
  correctionInput,
  type DisplayedSegment,
} from '#contract/transcripts.ts';
import {
  type SpokenSession,
  useCorrectSegment,
} from '#web/entities/transcript/transcript.query.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-field.tsx';

interface SegmentCorrectionProps {
  of: SpokenSession;
  segment: DisplayedSegment;
  at: number;
  transcriptionId: string;
  onClose: () => void;
}

export function SegmentCorrection({
  of,
  segment,
  at,
  transcriptionId,
  onClose,
}: SegmentCorrectionProps) {
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
