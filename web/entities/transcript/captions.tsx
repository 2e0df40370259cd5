// Captions: a recording's transcript as the text track of a player's video, and the switch that all players share.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SessionId, TestId } from '#contract/ids.ts';
import { transcripts } from '#contract/transcripts.api.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { captionsVisible } from '#web/entities/storage-keys.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { transcriptCountsQuery, transcriptQuery } from './transcript.query.ts';

/** The transcript as WebVTT. */
export interface Captions {
  src: string;
  /** BCP 47 language tag, or null if unknown. */
  language: string | null;
}

/** Returns the captions of a recording, or null while there is no transcript. */
export function captionsOf(
  transcript: Transcript | undefined,
  sessionId: SessionId,
): Captions | null {
  if (transcript === undefined || transcript.segments.length === 0) return null;
  const params = { sessionId, format: 'vtt' } as const;
  return { src: callAddress(transcripts.file, { params }), language: transcript.language };
}

/** Requests the captions of a recording if its test has transcripts at all. @param sessionId null for no recording */
export function useCaptions(testId: TestId, sessionId: SessionId | null): Captions | null {
  const counts = useQuery({ ...transcriptCountsQuery(testId), enabled: sessionId !== null });
  const isPossible = (counts.data?.states.ready ?? 0) > 0;
  const requested = isPossible && sessionId !== null ? [sessionId] : [];
  const [transcript] = useQueries({
    queries: requested.map((id) => transcriptQuery({ testId, sessionId: id })),
  });
  return sessionId === null ? null : captionsOf(transcript?.data, sessionId);
}

/** Returns whether captions are shown, and their switch, which is undefined without captions. */
export function useCaptionSwitch(captions: Captions | null): {
  isShown: boolean;
  toggle: (() => void) | undefined;
} {
  const [isShown, setShown] = useState(() => captionsVisible.read() ?? false);
  const toggle = () => {
    setShown(!isShown);
    captionsVisible.write(!isShown);
  };
  return { isShown, toggle: captions === null ? undefined : toggle };
}

/** Our switch controls the captions, because the browser's own controls are off. */
export function CaptionTrack({ src, language, isShown }: Captions & { isShown: boolean }) {
  const element = useRef<HTMLTrackElement>(null);
  useEffect(() => {
    if (element.current) element.current.track.mode = isShown ? 'showing' : 'hidden';
  }, [isShown]);
  return (
    <track ref={element} kind="captions" src={src} srcLang={language ?? 'und'} label="Transcript" />
  );
}
