// The runs that the pictures of the landing page and the README show: who takes the sample's test, and what
// each of them presses. Points are in the pixels of the screen's image (sample/document.json).
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
const shop = on('1:3');
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

/** The last one is the recording that is shown. */
export const runs: readonly Run[] = [
  {
    name: 'Ines Ferreira',
    look: { shirt: '#c65d3b', skin: '#c98f66', hair: '#2a1a12', wall: '#dfe7e2' },
    presses: [home(345, 473), light(1033, 487), dark(248, 495), ...order],
  },
  {
    name: 'Tomasz Nowak',
    look: { shirt: '#3d5a80', skin: '#e8b894', hair: '#8a5a2b', wall: '#e9e2d4' },
    presses: [
      home(157, 473),
      shop(195, 480),
      shop(202, 540),
      shop(785, 1340, 1000),
      plant(782, 486),
      plant(1190, 557),
      ...order,
    ],
  },
  {
    name: 'Yuki Tanaka',
    look: { shirt: '#e0b040', skin: '#f0c8a0', hair: '#15110f', wall: '#d8dfe8' },
    presses: [home(676, 38), home(1034, 700, 200), dark(640, 480), dark(250, 500), ...order],
  },
  {
    name: 'Mateo Ruiz',
    look: { shirt: '#5b7f4f', skin: '#a9704a', hair: '#1d1512', wall: '#efe6da' },
    presses: [home(936, 300), home(910, 330), home(464, 38), shop(234, 256), dark(246, 520)],
  },
  {
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
  },
];
