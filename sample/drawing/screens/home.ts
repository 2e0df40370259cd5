// Sample screen: the shop's home page.
import { type DrawnScreen, icon, topBar } from '../parts.ts';
import { plant } from '../plants.ts';

const tile = (title: string, text: string, look: { class: string; plants: string; go: string }) =>
  `<div class="tile ${look.class}" data-name="${title}"${look.go}><div><h3>${title}</h3><p>${text}</p></div><div class="pair">${look.plants}</div></div>`;

export const home: DrawnScreen = {
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
