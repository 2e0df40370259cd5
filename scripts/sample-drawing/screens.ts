// The sample's screens in their order on the canvas.
import { card, type DrawnScreen, icon, topBar } from './parts.ts';
import { plant } from './plants.ts';
import { castIron, type Product, products } from './products.ts';
import { giftCheckout, placed, plainCheckout } from './screens/checkout.ts';
import { added, detail } from './screens/detail.ts';

// Sample screens: all plants (a long page with a pinned bar) and the plants for dark corners.

const chip = (label: string, more = '') =>
  `<span class="chip" data-name="${label}"${more}>${label}</span>`;
/** Cards of products. The one of the cast-iron plant opens its page. */
const cardsOf = (those: readonly Product[]) =>
  those
    .map((product) => card(product, product === castIron ? ' data-go="Cast-iron plant"' : ''))
    .join('');

const allPlants: DrawnScreen = {
  id: '1:3',
  name: 'All plants',
  width: 1280,
  height: 2040,
  html: `${topBar('shop', 0, true)}
  <section class="title"><div><h1>All plants</h1><p class="lead">Twelve plants in season this week.</p></div><span class="sort" data-name="Sort">Sort: most loved</span></section>
  <div class="chips"><span class="chip on" data-name="Everything">Everything</span>${chip('Low light', ' data-go="Plants for dark corners"')}${chip('Half shade')}${chip('Bright')}${chip('Safe for pets')}${chip('Hard to kill')}</div>
  <section class="grid" data-name="Products">${cardsOf(products)}</section>
  <section class="help" data-name="Light finder banner"><div><h2>Not sure how much light you have?</h2><p>Three questions, thirty seconds, one honest answer.</p><a class="button" data-name="Open the light finder" data-go="Light finder">Open the light finder ${icon('arrow', 18)}</a></div><div class="trio">${plant('palm', '#c9653b')}${plant('lily', '#efe6d6')}${plant('calathea', '#dba48c')}</div></section>
  <footer class="foot" data-name="Footer"><span>Little Fern, a nursery by the canal</span><span>Delivery</span><span>Returns</span><span>Care guides</span><span>Say hello</span></footer>`,
};

const shady = products.filter((product) => product.light === 'Low light');

const darkCorners: DrawnScreen = {
  id: '1:5',
  name: 'Plants for dark corners',
  width: 1280,
  height: 900,
  html: `${topBar('shop')}
  <section class="title"><div><a class="backlink" data-name="Back to all plants" data-go="All plants">${icon('back', 16)} All plants</a><h1>Plants for dark corners</h1><p class="lead">Three that grow where a lamp is on by four o’clock.</p></div><span class="chip on" data-name="Low light">Low light ${icon('close', 14)}</span></section>
  <section class="grid three" data-name="Products">${cardsOf([shady[1], shady[0], shady[2]].filter((product) => product !== undefined))}</section>
  <p class="tip" data-name="Tip">${icon('moon', 18)}<span><b>Dark means:</b> you can read a newspaper there at noon without a lamp, but only just.</span></p>`,
};

// Sample screen: the light finder with its three answers.

/** Draws a window of 300 × 190 with the colour of its glass, the height of the sun and the darkness of the room. */
function windowPicture(glass: string, sunY: number, shade: number): string {
  return `<svg viewBox="0 0 300 190"><rect width="300" height="190" fill="#eadfc9"/><path d="M60 190 L240 190 L300 150 V190 Z" fill="#fff" opacity="${0.5 - shade / 2}"/><rect x="85" y="22" width="130" height="124" rx="8" fill="${glass}"/><circle cx="168" cy="${sunY}" r="24" fill="#f6c75f" opacity="${1 - shade}"/><path d="M150 22 V146 M85 84 H215" stroke="#fffdf8" stroke-width="7"/><rect x="85" y="22" width="130" height="124" rx="8" fill="none" stroke="#fffdf8" stroke-width="8"/><rect x="74" y="146" width="152" height="10" rx="4" fill="#c99a6b"/><rect width="300" height="190" fill="#143528" opacity="${shade * 0.62}"/></svg>`;
}

const answer = (title: string, text: string, look: { picture: string; go: string }) =>
  `<div class="answer" data-name="${title}"${look.go}><div class="pane" data-name="Window">${look.picture}</div><div class="words"><h3>${title}</h3><p>${text}</p><span class="go">Show plants ${icon('arrow', 16)}</span></div></div>`;

const finder: DrawnScreen = {
  id: '1:4',
  name: 'Light finder',
  width: 1280,
  height: 780,
  html: `${topBar('finder')}
  <section class="centre"><p class="eyebrow">Light finder</p><h1>How much light does the spot get?</h1><p class="lead">Think of a cloudy day around noon.</p></section>
  <section class="answers">
    ${answer('Plenty', 'Sun on the floor for four hours or more', { picture: windowPicture('#bfdcf0', 60, 0), go: '' })}
    ${answer('Some', 'Bright, but the sun itself never comes in', { picture: windowPicture('#cfe0e6', 96, 0.42), go: '' })}
    ${answer('Hardly any', 'A hallway, a staircase, a north-facing room', { picture: windowPicture('#7f97a3', 130, 0.9), go: ' data-go="Plants for dark corners"' })}
  </section>`,
};

// Sample screen: the shop's home page.

const tile = (title: string, text: string, look: { class: string; plants: string; go: string }) =>
  `<div class="tile ${look.class}" data-name="${title}"${look.go}><div><h3>${title}</h3><p>${text}</p></div><div class="pair">${look.plants}</div></div>`;

const home: DrawnScreen = {
  id: '1:2',
  name: 'Home',
  width: 1280,
  height: 860,
  html: `${topBar('')}
  <section class="hero">
    <div class="pitch">
      <p class="eyebrow">Grown slowly, sent carefully</p>
      <h1>Plants that suit<br>the light you have.</h1>
      <p class="lead">Tell us where it will stand. We only show you plants that will still be happy there in a year.</p>
      <div class="row">
        <a class="button" data-name="Shop all plants" data-go="All plants">Shop all plants ${icon('arrow', 18)}</a>
        <a class="button plain" data-name="Find by light" data-go="Light finder">${icon('sun', 18)} Find by light</a>
      </div>
      <ul class="promises"><li>${icon('truck', 18)}Free delivery over €40</li><li>${icon('heart', 18)}60 days of plant care</li></ul>
    </div>
    <div class="scene" data-name="Window scene">
      <svg class="window" viewBox="0 0 560 460"><defs><clipPath id="room"><rect width="560" height="460" rx="28"/></clipPath></defs><g clip-path="url(#room)"><rect width="560" height="460" fill="#dfe6cf"/><circle cx="408" cy="136" r="92" fill="#f3c86b"/><circle cx="408" cy="136" r="128" fill="#f3c86b" opacity=".28"/><path d="M0 250 C120 200 210 260 330 226 S520 214 560 190 V400 H0 Z" fill="#b9cda0"/><path d="M0 296 C150 250 260 312 400 272 S540 268 560 260 V400 H0 Z" fill="#94b380"/><rect y="372" width="560" height="88" fill="#c99a6b"/><rect y="372" width="560" height="12" fill="#b5855a"/><path d="M280 0 V372 M0 150 H560" stroke="#fffdf8" stroke-width="10"/><rect x="5" y="5" width="550" height="450" rx="24" fill="none" stroke="#fffdf8" stroke-width="10"/></g></svg>
      <div class="p1">${plant('monstera', '#c9653b')}</div><div class="p2">${plant('castIron', '#efe6d6')}</div><div class="p3">${plant('cactus', '#3c4a52')}</div>
    </div>
  </section>
  <section class="tiles">
    ${tile('Bright windows', 'Sun lovers for south-facing sills', { class: 'sunny', plants: plant('olive', '#3c4a52') + plant('rubber', '#efe6d6'), go: '' })}
    ${tile('Half shade', 'Most rooms, most of the day', { class: 'half', plants: plant('fern', '#efe6d6') + plant('snake', '#d9a441'), go: '' })}
    ${tile('Dark corners', 'Hallways, stairs, north rooms', { class: 'dark', plants: plant('zz', '#efe6d6') + plant('castIron', '#c9653b'), go: ' data-go="Plants for dark corners"' })}
  </section>`,
};

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
