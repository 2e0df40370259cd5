// Heatmaps of a recording: one per screen with a click. It is painted here if the screen's image is available;
// otherwise the picture stored with the recording is used.
import type { PlacedClick, RecordingDetail } from '#contract/recordings.ts';
import { screenNameOf, screenNumbers } from './moments.ts';

/** A click with its position on the picture, in image pixels. */
export type SpottedClick = PlacedClick & { x: number; y: number };

export interface HeatPicture {
  screenId: string;
  /** '7 · Checkout' as everywhere in the test, or null if the test does not know the screen. */
  screenName: string | null;
  screen: RecordingDetail['screens'][number] | null;
  /** Address of the PNG that was stored with the recording. */
  storedUrl: string | null;
  clicks: PlacedClick[];
  spotted: SpottedClick[];
}

/**
 * Returns pictures in the order in which screens were first visited; stored pictures of unknown screens are last.
 * @param storedUrls addresses whose last segment is the screen's id
 */
export function heatPicturesOf(
  recording: Pick<RecordingDetail, 'visits' | 'clickList' | 'screens' | 'namedScreens'>,
  storedUrls: readonly string[],
): HeatPicture[] {
  const stored = new Map(storedUrls.map((url) => [screenIdOf(url), url]));
  const numbers = screenNumbers(recording);
  const names = new Map(
    recording.namedScreens.map((named) => [named.screenId, screenNameOf(named)]),
  );
  const clicked = new Set(recording.clickList.map(({ screenId }) => screenId));
  const known = [...numbers.keys()].filter((id) => clicked.has(id) || stored.has(id));
  const unknown = [...stored.keys()].filter((id) => !numbers.has(id));
  const pictures = [...known, ...unknown].map((screenId) => {
    const clicks = recording.clickList.filter((click) => click.screenId === screenId);
    return {
      screenId,
      screenName: names.get(screenId) ?? null,
      screen: recording.screens.find((screen) => screen.screenId === screenId) ?? null,
      storedUrl: stored.get(screenId) ?? null,
      clicks,
      spotted: clicks.filter(isSpotted),
    };
  });
  return pictures.filter(({ screen, storedUrl }) => screen !== null || storedUrl !== null);
}

/** Screens with clicks whose image the server does not have. */
export function screensWithoutImage(
  recording: Pick<RecordingDetail, 'clickList' | 'screens'>,
): string[] {
  const known = new Set(recording.screens.map(({ screenId }) => screenId));
  const clicked = new Set(recording.clickList.map(({ screenId }) => screenId));
  return [...clicked].filter((id) => !known.has(id));
}

function isSpotted(click: PlacedClick): click is SpottedClick {
  return click.x !== null && click.y !== null;
}

function screenIdOf(storedUrl: string): string {
  const segment = storedUrl.slice(storedUrl.lastIndexOf('/') + 1).replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(segment);
  } catch {
    // A segment with invalid percent-encoding is used as it is; it still identifies the picture.
    return segment;
  }
}

export function pictureName({ screenName }: Pick<HeatPicture, 'screenName'>): string {
  return screenName ?? 'Another screen';
}
