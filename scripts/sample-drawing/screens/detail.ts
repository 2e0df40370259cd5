// Sample screens: one plant with an inner carousel, and the overlay after it went into the basket.
import { type DrawnScreen, icon, topBar } from '../parts.ts';
import { type PlantKind, plant } from '../plants.ts';

const extra = (name: string, price: string, look: { ground: string; picture: string }) =>
  `<div class="extra" data-name="${name}"><div class="picture" data-name="Picture" style="background:${look.ground}">${look.picture}</div><div class="line"><h4>${name}</h4><span>${price}</span></div><span class="add" data-name="Add ${name}">+ Add</span></div>`;

const potted = (kind: PlantKind, pot: string) => plant(kind, pot);
const thing = (shapes: string) => `<svg viewBox="0 0 200 240">${shapes}</svg>`;
const can = thing(
  '<path d="M60 110 h84 l8 104 a8 8 0 0 1 -8 8 H60 a8 8 0 0 1 -8 -8 Z" fill="#3c6e71"/><path d="M112 110 h32 l8 104 a8 8 0 0 1 -8 8 h-32 Z" fill="#10281d" opacity=".15"/><path d="M56 170 L10 108 l8 -8 L58 140" fill="#3c6e71"/><path d="M8 96 l16 16" stroke="#3c6e71" stroke-width="9" stroke-linecap="round"/><path d="M146 128 C196 118 196 190 150 186" stroke="#2c5254" stroke-width="9" fill="none"/><path d="M70 110 C70 62 136 62 136 110" stroke="#2c5254" stroke-width="9" fill="none"/>',
);
const mister = thing(
  '<path d="M70 112 h60 a14 14 0 0 1 14 14 v88 a10 10 0 0 1 -10 10 H66 a10 10 0 0 1 -10 -10 v-88 a14 14 0 0 1 14 -14Z" fill="#c98b5a"/><path d="M104 112 h26 a14 14 0 0 1 14 14 v88 a10 10 0 0 1 -10 10 h-30 Z" fill="#10281d" opacity=".13"/><rect x="86" y="86" width="28" height="28" fill="#e8d3a8"/><path d="M62 66 h62 l14 10 v14 H86 a10 10 0 0 1 -10 -10 Z" fill="#3c4a52"/><path d="M84 90 q-2 22 -16 26" stroke="#3c4a52" stroke-width="7" fill="none"/><g fill="#8fb7c4"><circle cx="42" cy="62" r="4"/><circle cx="30" cy="74" r="4"/><circle cx="34" cy="50" r="4"/><circle cx="20" cy="60" r="4"/></g>',
);
const soil = thing(
  '<path d="M48 70 h104 l10 146 a8 8 0 0 1 -8 8 H46 a8 8 0 0 1 -8 -8 Z" fill="#b98d5f"/><path d="M112 70 h40 l10 146 a8 8 0 0 1 -8 8 h-42 Z" fill="#10281d" opacity=".1"/><path d="M44 70 h112 l-6 -16 H50 Z" fill="#a27748"/><rect x="66" y="112" width="68" height="68" rx="10" fill="#fffdf8"/><path d="M100 168 c-18 -12 -18 -32 0 -46 c18 14 18 34 0 46Z" fill="#2f6b4a"/><path d="M100 168 v-30" stroke="#fffdf8" stroke-width="3"/>',
);
const shears = thing(
  '<g fill="none" stroke-linecap="round"><path d="M70 60 L122 168" stroke="#8c979d" stroke-width="13"/><path d="M130 60 L78 168" stroke="#a9b3b8" stroke-width="13"/><path d="M122 168 C146 206 128 232 112 210 C104 198 108 182 116 172" stroke="#c9653b" stroke-width="11"/><path d="M78 168 C54 206 72 232 88 210 C96 198 92 182 84 172" stroke="#c9653b" stroke-width="11"/></g><circle cx="100" cy="120" r="7" fill="#3c4a52"/>',
);

const extras = [
  extra('Watering can', '€19', { ground: '#dfe9e8', picture: can }),
  extra('Brass mister', '€14', { ground: '#f1e6d2', picture: mister }),
  extra('Shade soil, 5 l', '€8', { ground: '#ecdfcb', picture: soil }),
  extra('Leaf shears', '€17', { ground: '#f0dcd0', picture: shears }),
  extra('Parlour palm', '€27', { ground: '#dbe7d6', picture: potted('palm', '#c9653b') }),
  extra('ZZ plant', '€26', { ground: '#d9e2d8', picture: potted('zz', '#efe6d6') }),
  extra('Peacock plant', '€25', { ground: '#e6dfd6', picture: potted('calathea', '#dba48c') }),
  extra('Golden pothos', '€16', { ground: '#dfe7cf', picture: potted('pothos', '#efe6d6') }),
];

const fact = (symbol: string, title: string, text: string) =>
  `<li>${symbol}<span><b>${title}</b>${text}</span></li>`;

export const detail: DrawnScreen = {
  id: '1:6',
  name: 'Cast-iron plant',
  width: 1280,
  height: 1130,
  html: `${topBar('shop')}
  <section class="detail">
    <div class="stage" data-name="Plant picture">${plant('castIron', '#c9653b')}</div>
    <div class="info">
      <a class="backlink" data-name="Back" data-back>${icon('back', 16)} Back</a>
      <h1>Cast-iron plant</h1><p class="latin">Aspidistra elatior</p>
      <p class="big">€32</p>
      <p class="lead">Victorian hallways were dark, cold and full of gas lamps. This plant did not mind. It will not mind yours.</p>
      <ul class="facts">${fact(icon('moon', 22), 'Low light', 'Fine without sun')}${fact(icon('drop', 22), 'Every 2 weeks', 'When the top is dry')}${fact(icon('paw', 22), 'Pet safe', 'Cats may nibble')}</ul>
      <div class="sizes"><span class="label">Height</span><span class="size" data-name="40 cm">40 cm</span><span class="size on" data-name="60 cm">60 cm</span><span class="size" data-name="80 cm">80 cm</span></div>
      <div class="row"><a class="button wide" data-name="Add to basket" data-overlay="Added to basket">${icon('basket', 18)} Add to basket</a><span class="round" data-name="Save for later">${icon('heart')}</span></div>
      <p class="small">${icon('truck', 16)} With you on Thursday, watered and staked</p>
    </div>
  </section>
  <section class="more"><h2>Goes well with it</h2><div class="strip" data-name="Extras" data-scroll="horizontal"><div class="roll">${extras.join('')}</div></div></section>`,
};

export const added: DrawnScreen = {
  id: '1:7',
  name: 'Added to basket',
  width: 520,
  height: 396,
  html: `<div class="dialog"><span class="x" data-name="Close" data-close>${icon('close', 18)}</span>
    <span class="tick">${icon('check', 26)}</span><h2>In your basket</h2>
    <div class="item" data-name="Basket item"><div class="picture" style="background:#cfdccd">${plant('castIron', '#c9653b')}</div><div><h4>Cast-iron plant</h4><p>60 cm, clay pot</p></div><span class="price">€32</span></div>
    <div class="row"><a class="button plain" data-name="Keep looking" data-close>Keep looking</a><a class="button" data-name="Go to checkout" data-go="Checkout">Go to checkout ${icon('arrow', 18)}</a></div></div>`,
};
