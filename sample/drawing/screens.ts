// The sample's screens in their order on the canvas.
import type { DrawnScreen } from './parts.ts';
import { giftCheckout, placed, plainCheckout } from './screens/checkout.ts';
import { added, detail } from './screens/detail.ts';
import { finder } from './screens/finder.ts';
import { home } from './screens/home.ts';
import { allPlants, darkCorners } from './screens/shop.ts';

export const screens: readonly DrawnScreen[] = [
  home,
  allPlants,
  finder,
  darkCorners,
  detail,
  added,
  plainCheckout,
  giftCheckout,
  placed,
];
