// The picture of a participant's camera: a drawn person, as a film that Chromium plays in place of a camera.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findProgram } from '#testing/programs.ts';
import type { Run } from './runs.ts';

const draw = ({ shirt, skin, hair, wall }: Run['look']) => `
<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="-64 -48 128 96">
  <rect x="-64" y="-48" width="128" height="96" fill="${wall}"/>
  <path d="M-38 60C-38 24-18 15 0 15s38 9 38 45Z" fill="${shirt}"/>
  <path d="M-9 2H9v18a9 9 0 0 1-18 0Z" fill="${skin}" filter="brightness(0.85)"/>
  <circle cy="-5" r="17" fill="${skin}"/>
  <path d="M-19-3c-4-18 7-25 19-25s22 7 19 25c-4-9-9-12-19-12s-15 3-19 12Z" fill="${hair}"/>
</svg>`;

/** @returns path of the film within `folder` */
export async function filmOf(look: Run['look'], folder: string): Promise<string> {
  const picture = join(folder, 'camera.png');
  const film = join(folder, 'camera.y4m');
  await sharp(Buffer.from(draw(look)))
    .png()
    .toFile(picture);
  await promisify(execFile)(findProgram('ffmpeg'), [
    ...['-v', 'error', '-y', '-loop', '1', '-framerate', '10', '-t', '1', '-i', picture],
    ...['-pix_fmt', 'yuv420p', film],
  ]);
  return film;
}
