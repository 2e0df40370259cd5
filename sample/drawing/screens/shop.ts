// Sample screens: all plants (a long page with a pinned bar) and the plants for dark corners.
import { card, type DrawnScreen, icon, topBar } from '../parts.ts';
import { plant } from '../plants.ts';
import { castIron, products } from '../products.ts';

const chip = (label: string, more = '') =>
  `<span class="chip" data-name="${label}"${more}>${label}</span>`;
const TO_PLANT = ' data-go="Cast-iron plant"';

export const allPlants: DrawnScreen = {
  id: '1:3',
  name: 'All plants',
  width: 1280,
  height: 2040,
  html: `${topBar('shop', 0, true)}
  <section class="title"><div><h1>All plants</h1><p class="lead">Twelve plants in season this week.</p></div><span class="sort" data-name="Sort">Sort: most loved</span></section>
  <div class="chips"><span class="chip on" data-name="Everything">Everything</span>${chip('Low light', ' data-go="Plants for dark corners"')}${chip('Half shade')}${chip('Bright')}${chip('Safe for pets')}${chip('Hard to kill')}</div>
  <section class="grid" data-name="Products">${products
    .map((product) => card(product, product === castIron ? TO_PLANT : ''))
    .join('')}</section>
  <section class="help" data-name="Light finder banner"><div><h2>Not sure how much light you have?</h2><p>Three questions, thirty seconds, one honest answer.</p><a class="button" data-name="Open the light finder" data-go="Light finder">Open the light finder ${icon('arrow', 18)}</a></div><div class="trio">${plant('palm', '#c9653b')}${plant('lily', '#efe6d6')}${plant('calathea', '#dba48c')}</div></section>
  <footer class="foot" data-name="Footer"><span>Little Fern, a nursery by the canal</span><span>Delivery</span><span>Returns</span><span>Care guides</span><span>Say hello</span></footer>`,
};

const shady = products.filter((product) => product.light === 'Low light');

export const darkCorners: DrawnScreen = {
  id: '1:5',
  name: 'Plants for dark corners',
  width: 1280,
  height: 900,
  html: `${topBar('shop')}
  <section class="title"><div><a class="backlink" data-name="Back to all plants" data-go="All plants">${icon('back', 16)} All plants</a><h1>Plants for dark corners</h1><p class="lead">Three that grow where a lamp is on by four o’clock.</p></div><span class="chip on" data-name="Low light">Low light ${icon('close', 14)}</span></section>
  <section class="grid three" data-name="Products">${[shady[1], shady[0], shady[2]]
    .map((product) => (product ? card(product, product === castIron ? TO_PLANT : '') : ''))
    .join('')}</section>
  <p class="tip" data-name="Tip">${icon('moon', 18)}<span><b>Dark means:</b> you can read a newspaper there at noon without a lamp, but only just.</span></p>`,
};
