// The products of the sample shop.
import type { PlantKind } from './plants.ts';

export interface Product {
  name: string;
  latin: string;
  price: string;
  light: 'Low light' | 'Half shade' | 'Bright';
  kind: PlantKind;
  pot: string;
  ground: string;
  badge?: string;
}

const CLAY = '#c9653b';
const CHALK = '#efe6d6';
const INK = '#3c4a52';
const MUSTARD = '#d9a441';
const BLUSH = '#dba48c';

/** Products in the order of the shop page. The plant of the suggested task is in the last row. */
export const products: readonly Product[] = [
  {
    name: 'Swiss cheese plant',
    latin: 'Monstera deliciosa',
    price: '€34',
    light: 'Half shade',
    kind: 'monstera',
    pot: CLAY,
    ground: '#e4ecd9',
  },
  {
    name: 'Little fern',
    latin: 'Nephrolepis exaltata',
    price: '€18',
    light: 'Half shade',
    kind: 'fern',
    pot: CHALK,
    ground: '#d8e4d2',
    badge: 'Our namesake',
  },
  {
    name: 'Olive tree',
    latin: 'Olea europaea',
    price: '€62',
    light: 'Bright',
    kind: 'olive',
    pot: INK,
    ground: '#f1e3c4',
  },
  {
    name: 'Snake plant',
    latin: 'Dracaena trifasciata',
    price: '€24',
    light: 'Half shade',
    kind: 'snake',
    pot: MUSTARD,
    ground: '#ecdfd0',
  },
  {
    name: 'Golden pothos',
    latin: 'Epipremnum aureum',
    price: '€16',
    light: 'Half shade',
    kind: 'pothos',
    pot: CHALK,
    ground: '#dfe7cf',
  },
  {
    name: 'Column cactus',
    latin: 'Cereus repandus',
    price: '€21',
    light: 'Bright',
    kind: 'cactus',
    pot: BLUSH,
    ground: '#f5e2c8',
  },
  {
    name: 'Peace lily',
    latin: 'Spathiphyllum wallisii',
    price: '€22',
    light: 'Half shade',
    kind: 'lily',
    pot: INK,
    ground: '#dde8e0',
  },
  {
    name: 'Rubber plant',
    latin: 'Ficus elastica',
    price: '€29',
    light: 'Bright',
    kind: 'rubber',
    pot: CHALK,
    ground: '#f0dcd0',
  },
  {
    name: 'Parlour palm',
    latin: 'Chamaedorea elegans',
    price: '€27',
    light: 'Half shade',
    kind: 'palm',
    pot: CLAY,
    ground: '#dbe7d6',
  },
  {
    name: 'ZZ plant',
    latin: 'Zamioculcas zamiifolia',
    price: '€26',
    light: 'Low light',
    kind: 'zz',
    pot: CHALK,
    ground: '#d9e2d8',
    badge: 'Sold out',
  },
  {
    name: 'Cast-iron plant',
    latin: 'Aspidistra elatior',
    price: '€32',
    light: 'Low light',
    kind: 'castIron',
    pot: CLAY,
    ground: '#cfdccd',
  },
  {
    name: 'Peacock plant',
    latin: 'Calathea makoyana',
    price: '€25',
    light: 'Low light',
    kind: 'calathea',
    pot: BLUSH,
    ground: '#e6dfd6',
    badge: 'Sold out',
  },
];

export const castIron = products.find((product) => product.kind === 'castIron') as Product;
