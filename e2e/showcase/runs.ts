// The run in a real browser that the pictures of the landing page and the README show: who takes the test, and what they
// press. Points are in the pixels of the screen's image (sample/document.json).
import type { Press } from '../prototype.ts';

export interface Run {
  name: string;
  /** The drawn person that the camera sees. */
  look: { shirt: string; skin: string; hair: string; wall: string };
  presses: readonly Press[];
}

const on =
  (screenId: string) =>
  (x: number, y: number, scrollTo?: number): Press => ({
    screenId,
    x,
    y,
    ...(scrollTo === undefined ? {} : { scrollTo }),
  });

const home = on('1:2');
const light = on('1:4');
const dark = on('1:5');
const plant = on('1:6');
const basket = on('1:7');
const checkout = on('1:8');
const gift = on('1:9');

/** Steps from the plant's page to the order, as a gift. */
const order = [
  plant(914, 557),
  basket(375, 309),
  checkout(600, 701, 200),
  gift(1006, 597),
] as const;

export const run: Run = {
  name: 'Abena Mensah',
  look: { shirt: '#d9b15c', skin: '#8a5535', hair: '#1d1512', wall: '#2c4a52' },
  presses: [
    home(838, 318),
    home(852, 300),
    home(845, 334),
    home(985, 372),
    home(559, 640, 200),
    home(602, 668),
    home(676, 38, 0),
    home(345, 473),
    light(634, 470),
    light(650, 500),
    light(1033, 487),
    dark(640, 490),
    dark(252, 500),
    plant(782, 486),
    ...order,
  ],
};
