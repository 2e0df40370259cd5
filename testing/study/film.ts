// A video of a person's way through the sample, drawn without a browser: each frame is a lossy WebP, which holds one
// VP8 key frame, put into a WebM. It has no sound.

import { join } from 'node:path';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import sharp from 'sharp';
import { frameOf, type Scene, VISIBLE } from './walk.ts';

const IMAGES = join(import.meta.dirname, '..', '..', 'sample', 'images');

/** Time between two frames while the hand moves, and while nothing does, in milliseconds. */
const FRAME_MS = 800;
const REST_MS = 4000;

export interface Film {
  webm: Uint8Array<ArrayBuffer>;
  durationMs: number;
}

/** Width of a film; its height follows. */
export interface FilmSize {
  width: number;
}

/**
 * @param scenes in the order of time
 * @param lengthMs from the beginning of the recording to its end
 */
export async function filmOf(
  scenes: readonly Scene[],
  lengthMs: number,
  { width }: FilmSize,
): Promise<Film> {
  const height = Math.round((width * VISIBLE.height) / VISIBLE.width / 2) * 2;
  const source = new EncodedVideoPacketSource('vp8');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  output.addVideoTrack(source);
  await output.start();
  const moments = momentsOf(scenes, lengthMs);
  for (const [at, atMs] of moments.entries()) {
    const frame = await vp8FrameOf(pictureAt(scenes, atMs), { width, height });
    const untilMs = moments[at + 1] ?? lengthMs;
    const packet = new EncodedPacket(frame, 'key', atMs / 1000, (untilMs - atMs) / 1000);
    const config = { codec: 'vp8', codedWidth: width, codedHeight: height };
    await source.add(packet, { decoderConfig: config });
  }
  await output.finalize();
  return { webm: new Uint8Array(target.buffer ?? new ArrayBuffer(0)), durationMs: lengthMs };
}

/** When a frame is drawn: at each scene, often while the hand moves, and rarely while nothing does. */
function momentsOf(scenes: readonly Scene[], lengthMs: number): number[] {
  const times = new Set([0, Math.max(0, lengthMs - 40)]);
  for (const [at, { atMs, pointer }] of scenes.entries()) {
    const next = scenes[at + 1];
    const every = pointer && next?.pointer ? FRAME_MS : REST_MS;
    for (let time = atMs; time < (next?.atMs ?? lengthMs); time += every) times.add(time);
  }
  return [...times].filter((atMs) => atMs < lengthMs).sort((a, b) => a - b);
}

/** The scene of a moment with the hand on its way to the next press. */
export function pictureAt(scenes: readonly Scene[], atMs: number): Scene {
  const at = Math.max(
    0,
    scenes.findLastIndex((scene) => scene.atMs <= atMs),
  );
  const [now, next] = [scenes[at], scenes[at + 1]];
  if (!now) throw new Error('a film has a scene at least');
  // A press is seen for a quarter of a second.
  const press = atMs - now.atMs < 250 ? now.press : null;
  if (!(next?.pointer && now.pointer)) return { ...now, press };
  const part = Math.min(1, Math.max(0, (atMs - now.atMs) / (next.atMs - now.atMs)));
  const eased = part * part * (3 - 2 * part);
  const between = (from: number, to: number) => from + (to - from) * eased;
  return {
    ...now,
    press,
    pointer: {
      x: between(now.pointer.x, next.pointer.x),
      y: between(now.pointer.y, next.pointer.y),
    },
  };
}

/** Returns the visible part of a scene, as raw pixels of `width × height`. */
export async function drawFrame(scene: Scene, size: { width: number; height: number }) {
  const frame = sharp(await baseOf(scene, size), { raw: { ...size, channels: 3 } });
  if (!scene.pointer) return frame;
  const scale = size.width / VISIBLE.width;
  const left = Math.round((scene.pointer.x - HAND_REACH) * scale);
  const top = Math.round((scene.pointer.y - HAND_REACH) * scale);
  return frame.composite([{ input: await handOf(scene.press, scale), left, top }]);
}

/** Pixels of the display on each side of the hand's tip: as many as the ring of a press and the hand need. */
const HAND_REACH = 36;

const hands = new Map<string, Promise<Buffer>>();

/** A hand with the ring of its press, drawn once each: a small picture is quickly laid over a frame. */
function handOf(press: Scene['press'], scale: number): Promise<Buffer> {
  const key = `${press} ${scale}`;
  const hand = hands.get(key) ?? drawHand(press, scale);
  hands.set(key, hand);
  return hand;
}

async function drawHand(press: Scene['press'], scale: number): Promise<Buffer> {
  const ring = press
    ? `<circle r="24" fill="${press === 'hit' ? '#00677c55' : '#d93a2b55'}"/>`
    : '';
  const side = Math.round(2 * HAND_REACH * scale);
  const hand = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${-HAND_REACH} ${-HAND_REACH} ${2 * HAND_REACH} ${2 * HAND_REACH}">${ring}<path d="M0 0v26l7-6 5 11 5-2-5-11h9z" fill="#111" stroke="#fff" stroke-width="2"/></svg>`;
  return await sharp(Buffer.from(hand)).png().toBuffer();
}

const bases = new Map<string, Promise<Buffer>>();

/** Screens and panels without a hand, drawn once each. */
function baseOf(scene: Scene, size: { width: number; height: number }): Promise<Buffer> {
  const { screenId, overlayId, scrolled, panel } = scene;
  const key = panel
    ? [...panel, size.width].join('\n')
    : [screenId, overlayId, scrolled, size.width].join(' ');
  const base = bases.get(key) ?? (panel ? drawPanel(panel, size) : drawBase(scene, size));
  bases.set(key, base);
  return base;
}

const LINE_HEIGHT = 50;

/** A panel as the participant's page has it, with a heading in its first line. */
async function drawPanel(
  lines: readonly string[],
  size: { width: number; height: number },
): Promise<Buffer> {
  const top = Math.round((VISIBLE.height - lines.length * LINE_HEIGHT) / 2) + 32;
  const texts = lines.map((line, at) => {
    const weight = at === 0 ? 600 : 400;
    return `<text x="160" y="${top + at * LINE_HEIGHT}" font-size="20" font-weight="${weight}">${line}</text>`;
  });
  const panel = `<svg xmlns="http://www.w3.org/2000/svg" width="${VISIBLE.width}" height="${VISIBLE.height}" font-family="sans-serif" fill="#1d2528"><rect width="100%" height="100%" fill="#f4f6f6"/>${texts.join('')}</svg>`;
  return await asFrame(Buffer.from(panel), size);
}

async function drawBase(
  { screenId, overlayId, scrolled }: Scene,
  size: { width: number; height: number },
): Promise<Buffer> {
  const { height } = frameOf(screenId).absoluteBoundingBox;
  const visibleHeight = Math.min(VISIBLE.height, height - scrolled);
  const screen = await sharp(imageOf(screenId))
    .extract({ left: 0, top: scrolled, width: VISIBLE.width, height: visibleHeight })
    .extend({ bottom: VISIBLE.height - visibleHeight, background: '#fff' })
    .flatten({ background: '#fff' })
    .toBuffer();
  const shade = { ...VISIBLE, channels: 4 as const, background: '#00000080' };
  const over = overlayId
    ? [
        { input: await sharp({ create: shade }).png().toBuffer() },
        { input: imageOf(overlayId), gravity: 'centre' },
      ]
    : [];
  return await asFrame(await sharp(screen).composite(over).png().toBuffer(), size);
}

/** Returns a picture of the visible part as raw pixels of a frame. */
async function asFrame(picture: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  return await sharp(picture)
    .resize(size.width, size.height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

function imageOf(nodeId: string): string {
  return join(IMAGES, frameOf(nodeId).image ?? '');
}

/** Header of a RIFF chunk, and of the file around it (RFC 9649 section 2.3). */
const CHUNK_HEADER_BYTES = 8;
const RIFF_HEADER_BYTES = 12;

/** The one VP8 frame of a picture. @throws Error for a WebP of another shape */
async function vp8FrameOf(
  scene: Scene,
  size: { width: number; height: number },
): Promise<Uint8Array> {
  const webp = await (await drawFrame(scene, size)).webp({ quality: 60, effort: 0 }).toBuffer();
  const kind = webp.toString('latin1', RIFF_HEADER_BYTES, RIFF_HEADER_BYTES + 4);
  if (kind !== 'VP8 ') throw new Error(`a WebP of kind '${kind}' holds no plain VP8 frame`);
  const length = webp.readUInt32LE(RIFF_HEADER_BYTES + 4);
  const from = RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES;
  return new Uint8Array(webp.subarray(from, from + length));
}
