// Pieces that several of the sample's screens share. `data-name` defines a layer; the other data attributes define a
// hotspot, a scroller or a pinned layer (read by scripts/draw-sample.mjs).
import { plant } from './plants.ts';
import type { Product } from './products.ts';

/** One drawn screen or overlay: its HTML and its size. */
export interface DrawnScreen {
  /** Node id, from `1:2` on. */
  id: string;
  name: string;
  width: number;
  height: number;
  html: string;
}

const paths = {
  search: 'M11 4a7 7 0 1 1 0 14a7 7 0 0 1 0 -14 M16 16l5 5',
  basket: 'M4 9h16l-1.6 10.2a2 2 0 0 1 -2 1.8H7.6a2 2 0 0 1 -2 -1.8Z M8.5 9l2.5-5 M15.5 9l-2.5-5',
  sun: 'M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8 M12 2v2 M12 20v2 M4.9 4.9l1.4 1.4 M17.7 17.7l1.4 1.4 M2 12h2 M20 12h2 M4.9 19.1l1.4-1.4 M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z',
  drop: 'M12 3c4 5 6 8 6 11a6 6 0 0 1 -12 0c0-3 2-6 6-11Z',
  paw: 'M12 12c3 0 5 3 5 5.2c0 2.2-2 2.6-5 2.6s-5-.4-5-2.6C7 15 9 12 12 12Z M6 9.5v1 M18 9.5v1 M9.6 5.5v2 M14.4 5.5v2',
  arrow: 'M5 12h14 M13 6l6 6-6 6',
  back: 'M19 12H5 M11 6l-6 6 6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12 M18 6L6 18',
  gift: 'M4 11h16v9H4Z M3 7h18v4H3Z M12 7v13 M12 7c-5 0-6-4-3.5-4S12 7 12 7Z M12 7c5 0 6-4 3.5-4S12 7 12 7Z',
  truck: 'M2 6h12v10H2Z M14 10h4l3 3v3h-7Z M6 16a2 2 0 1 0 .01 0 M17 16a2 2 0 1 0 .01 0',
  heart:
    'M12 20C5 15 3 11.500 3 8.500A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 9 1.500C21 11.500 19 15 12 20Z',
} as const;

/** A line icon of 20 pixels. */
export function icon(name: keyof typeof paths, size = 20): string {
  return `<svg class="icon" width="${size}" height="${size}" viewBox="0 0 24 24"><path d="${paths[name]}"/></svg>`;
}

/** The shop's top bar, which is pinned on pages that scroll. */
export function topBar(active: 'shop' | 'finder' | '', basket = 0, pinned = false): string {
  const link = (label: string, on: boolean, go: string) =>
    `<a class="${on ? 'on' : ''}" data-name="${label}"${go}>${label}</a>`;
  return `<header class="bar" data-name="Top bar"${pinned ? ' data-fixed' : ''}>
    <div class="logo" data-name="Logo" data-go="Home"><svg width="30" height="30" viewBox="0 0 30 30"><circle cx="15" cy="15" r="15" fill="#1f4d3a"/><path d="M15 24C8 20 8 11 15 5c7 6 7 15 0 19Z" fill="#b7cf8f"/><path d="M15 24V10" stroke="#1f4d3a" stroke-width="1.600"/></svg>Little Fern</div>
    <nav>${link('Shop', active === 'shop', ' data-go="All plants"')}${link('Light finder', active === 'finder', ' data-go="Light finder"')}${link('Care guides', false, '')}${link('Our nursery', false, '')}</nav>
    <div class="tools"><span data-name="Search">${icon('search')}</span><span class="basket" data-name="Basket"${basket ? ' data-go="Checkout"' : ''}>${icon('basket')}${basket ? `<b>${basket}</b>` : ''}</span></div>
  </header>`;
}

/** A product's card in a grid. Only the suggested plant's card leads to another screen. */
export function card(product: Product, attributes = ''): string {
  const badge = product.badge ? `<span class="badge">${product.badge}</span>` : '';
  return `<article class="card${product.badge === 'Sold out' ? ' gone' : ''}" data-name="${product.name}"${attributes}>
    <div class="picture" data-name="Picture" style="background:${product.ground}">${badge}${plant(product.kind, product.pot)}</div>
    <div class="line"><h3>${product.name}</h3><span class="price">${product.price}</span></div>
    <p class="latin">${product.latin}</p>
    <p class="light ${product.light === 'Low light' ? 'low' : ''}">${icon(product.light === 'Low light' ? 'moon' : 'sun', 15)}${product.light}</p>
  </article>`;
}
