// The sample's files, read once at start: the player's scripts and the screens' pictures.
import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { type Answer, file } from './answers.ts';

/** Largest scale of the image API. */
export const SCALE_MAX = 4;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
};

/** Reads every file of the player and every picture. Returns their answers by address. */
export function readFiles(): Map<string, Answer> {
  return new Map([...readFolder('player', '/player/'), ...readFolder('images', '/pictures/')]);
}

function readFolder(folder: string, at: string): [string, Answer][] {
  const directory = new URL(`${folder}/`, import.meta.url);
  return readdirSync(directory).flatMap((name): [string, Answer][] => {
    const type = types[name.slice(name.lastIndexOf('.'))];
    return type ? [[`${at}${name}`, file(type, readFileSync(new URL(name, directory)))]] : [];
  });
}

/** Returns a file unchanged, or a picture at the scale of the address. */
export async function scaled(picture: Answer, query: URLSearchParams): Promise<Answer> {
  const scale = Number(query.get('scale') ?? 1);
  if (picture.headers['content-type'] !== types['.png'] || !(scale > 0 && scale <= SCALE_MAX)) {
    return picture;
  }
  if (scale === 1) return picture;
  const image = sharp(picture.body);
  const { width } = await image.metadata();
  const body = await image
    .resize({ width: Math.round(width * scale) })
    .png()
    .toBuffer();
  return { ...picture, body };
}
