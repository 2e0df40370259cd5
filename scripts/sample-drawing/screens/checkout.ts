// Sample screens: the checkout without and with gift wrapping, and the confirmation.
import { type DrawnScreen, icon, topBar } from '../parts.ts';
import { plant } from '../plants.ts';

const field = (label: string, value: string, more = '') =>
  `<label class="field ${more}" data-name="${label}"><span>${label}</span><i>${value}</i></label>`;
const total = (label: string, price: string, more = '') =>
  `<div class="line ${more}"><span>${label}</span><span>${price}</span></div>`;

const giftNote = `<div class="note" data-name="Gift message"><span>Your message</span><i>For the hallway. It needs less attention than the dog.</i><b>56 / 140</b></div>`;

function checkout(gift: boolean): string {
  return `${topBar('', 1)}
  <section class="checkout"><div class="form"><h1>Checkout</h1>
    <h2>Where to</h2>
    <div class="two">${field('First name', 'Robin')}${field('Last name', 'Vermeer')}</div>
    ${field('Street and number', 'Lindengracht 12')}
    <div class="three">${field('Postcode', '1015 KH')}${field('City', 'Amsterdam', 'span')}</div>
    <h2>How</h2>
    <div class="option on" data-name="Standard delivery"><span class="dot"></span><span><b>Thursday, by bicycle</b>Between 17:00 and 21:00</span><em>Free</em></div>
    <div class="option" data-name="Collect"><span class="dot"></span><span><b>Collect at the nursery</b>Ready in two hours</span><em>Free</em></div>
    <div class="gift ${gift ? 'on' : ''}" data-name="Send as a gift" data-go="${gift ? 'Checkout' : 'Checkout with gift'}" data-keep-scroll>${icon('gift', 24)}<span><b>Send it as a gift</b>Wrapped in cloth, with a handwritten card</span><em>+ €4</em><span class="switch"></span></div>
    ${gift ? giftNote : ''}
  </div>
  <aside class="summary" data-name="Order summary"><h2>Your order</h2>
    <div class="item" data-name="Cast-iron plant"><div class="picture" style="background:#cfdccd">${plant('castIron', '#c9653b')}</div><div><h4>Cast-iron plant</h4><p>60 cm, clay pot</p></div><span class="price">€32</span></div>
    ${total('Plants', '€32')}${total('Delivery', 'Free')}${gift ? total('Gift wrapping', '€4') : ''}${total('Total', gift ? '€36' : '€32', 'sum')}
    <a class="button wide" data-name="Place order" data-go="Order placed">Place order</a>
    <p class="small">${icon('heart', 16)} 60 days of plant care included</p></aside></section>`;
}

const size = { width: 1280, height: 960 };
export const plainCheckout: DrawnScreen = {
  id: '1:8',
  name: 'Checkout',
  ...size,
  html: checkout(false),
};
export const giftCheckout: DrawnScreen = {
  id: '1:9',
  name: 'Checkout with gift',
  ...size,
  html: checkout(true),
};

const confetti = Array.from({ length: 26 }, (_, at) => {
  const x = (at * 97) % 560;
  const y = (at * 61) % 250;
  const colour = ['#c9653b', '#d9a441', '#7a9a5b', '#dba48c'][at % 4];
  return `<rect x="${x}" y="${y}" width="9" height="15" rx="3" fill="${colour}" transform="rotate(${at * 47} ${x} ${y})"/>`;
}).join('');

export const placed: DrawnScreen = {
  id: '1:10',
  name: 'Order placed',
  width: 1280,
  height: 780,
  html: `${topBar('')}
  <section class="thanks"><div class="party" data-name="Celebration"><svg viewBox="0 0 560 300">${confetti}</svg><div class="p2">${plant('castIron', '#c9653b')}</div></div>
    <h1>Thank you, Robin!</h1><p class="lead">Your cast-iron plant leaves the nursery on Thursday morning.<br>Order LF-2047 is on its way to your inbox.</p>
    <div class="row"><a class="button" data-name="Back to the shop" data-go="Home">Back to the shop</a><a class="button plain" data-name="Read its care guide">Read its care guide</a></div></section>`,
};
