// Files of the pictures, light and dark, and their size in CSS pixels, which reserves space until they load.

const files = import.meta.glob<string>('./pictures/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});

function picture(name: string, [width, height]: readonly [number, number]) {
  const file = (theme: 'light' | 'dark') => files[`./pictures/${name}-${theme}.avif`] ?? '';
  return { light: file('light'), dark: file('dark'), width, height };
}

/** Sizes as in e2e/showcase/shots.ts; pictures.test.ts compares them with the files. */
export const pictures = {
  recording: picture('recording', [1280, 800]),
  'recording-narrow': picture('recording-narrow', [390, 600]),
  heatmaps: picture('heatmaps', [880, 550]),
  'heatmaps-narrow': picture('heatmaps-narrow', [390, 440]),
  overview: picture('overview', [880, 550]),
  'overview-narrow': picture('overview-narrow', [390, 440]),
  comparison: picture('comparison', [880, 550]),
  'comparison-narrow': picture('comparison-narrow', [390, 440]),
  recordings: picture('recordings', [880, 550]),
  'recordings-narrow': picture('recordings-narrow', [390, 440]),
  participant: picture('participant', [680, 740]),
  'participant-narrow': picture('participant-narrow', [390, 720]),
  create: picture('create', [440, 330]),
  share: picture('share', [440, 330]),
  analyze: picture('analyze', [440, 330]),
} as const;
export type PictureName = keyof typeof pictures;
