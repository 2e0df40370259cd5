// Draws the sample prototype: from the HTML of scripts/sample-drawing to PNG pictures and sample/document.json (node tree). Run
// it by hand after a change of the drawing: node scripts/draw-sample.mjs
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { screens } from './sample-drawing/screens.ts';

const here = new URL('../sample/', import.meta.url);
const images = new URL('images/', here);
/** Space between two screens on the canvas, as designers leave it. */
const GAP_PX = 200;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const sheets = ['base', 'home', 'shop', 'detail', 'checkout'].map((name) =>
  readFile(new URL(`sample-drawing/looks/${name}.css`, import.meta.url), 'utf8'),
);
const style = [await fontFaces(), ...(await Promise.all(sheets))].join('\n');
await rm(images, { recursive: true, force: true });
await mkdir(images, { recursive: true });

const frames = [];
let left = 0;
for (const screen of screens) {
  frames.push(await draw(screen, left));
  left += screen.width + GAP_PX;
}
await browser.close();
const document = {
  name: 'Little Fern',
  startNodeId: screens[0].id,
  frames,
};
await writeFile(new URL('document.json', here), `${JSON.stringify(document, null, 2)}\n`);

async function draw(screen, canvasX) {
  const { id, name, width, height } = screen;
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<!doctype html><style>${style}</style><main style="width:${width}px;height:${height}px">${screen.html}</main>`,
  );
  await page.evaluate(() => globalThis.document.fonts.ready);
  const layers = await page.evaluate(readLayers);
  const whole = await page.screenshot();
  const strips = [];
  for (const strip of await page.locator('[data-scroll]').all()) {
    const layer = layers.find((candidate) => candidate.overflow && !candidate.content);
    const { content, laid } = await drawContent(strip, layer.box);
    await save(content, `${id}-content`);
    const { width: contentWidth } = await sharp(content).metadata();
    layer.content = { width: contentWidth, image: fileOf(`${id}-content`) };
    strips.push(laid);
  }
  await save(await sharp(whole).composite(strips).png().toBuffer(), id);
  const root = {
    id,
    name,
    type: 'FRAME',
    absoluteBoundingBox: { x: canvasX, y: 0, width, height },
    clipsContent: true,
    image: fileOf(id),
    children: [],
  };
  return nest(root, layers, Number(id.split(':')[1]));
}

/** Draws a scroller's whole content and its visible part, which covers the same pixels of the screen. */
async function drawContent(strip, { x, y, width, height }) {
  if (x % 1 || y % 1) throw new Error('A scroller must lie on whole pixels.');
  await page.addStyleTag({ content: 'main, [data-scroll] { overflow: visible !important }' });
  const roll = strip.locator('> *');
  const { width: contentWidth } = await roll.boundingBox();
  const { height: screenHeight } = page.viewportSize();
  await page.setViewportSize({ width: Math.ceil(contentWidth + 2 * x), height: screenHeight });
  const content = await roll.screenshot();
  const visible = await sharp(content).extract({ left: 0, top: 0, width, height }).toBuffer();
  return { content, laid: { input: visible, left: x, top: y } };
}

/** Runs in the page: returns every named element, text and picture with its box and its parent's index. */
function readLayers() {
  const layers = [];
  const wordsOf = (element) =>
    [...element.childNodes]
      .map((node) => (node.nodeType === 3 ? node.data.trim() : ''))
      .join(' ')
      .trim();
  const describe = (element, isPicture) => {
    const { name, scroll, fixed, ...action } = element.dataset;
    const words = wordsOf(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    const kinds = [name && 'FRAME', isPicture && 'VECTOR', words && 'TEXT'];
    return {
      name: name ?? (words || 'Picture'),
      type: kinds.find(Boolean),
      box: { x, y, width, height },
      overflow: scroll,
      fixed: fixed !== undefined,
      action,
    };
  };
  const walk = (element, parent) => {
    const isPicture = element.tagName.toLowerCase() === 'svg';
    const layer = describe(element, isPicture);
    const index = layer.type ? layers.length : parent;
    if (layer.type) layers.push({ ...layer, parent });
    if (isPicture) return;
    for (const child of element.children) walk(child, index);
  };
  for (const child of globalThis.document.querySelector('main').children) walk(child, -1);
  return layers;
}

function nest(root, layers, section) {
  const { x, y } = root.absoluteBoundingBox;
  const nodes = layers.map((layer, at) => ({
    id: `${section}:${at + 1}`,
    name: layer.name,
    type: layer.type,
    absoluteBoundingBox: { ...layer.box, x: layer.box.x + x, y: layer.box.y + y },
    ...(layer.overflow ? { overflowDirection: 'HORIZONTAL_SCROLLING', clipsContent: true } : {}),
    ...(layer.fixed ? { scrollBehavior: 'FIXED' } : {}),
    ...interactionsOf(layer.action),
    ...(layer.content ? { content: layer.content } : {}),
    children: [],
  }));
  for (const [at, node] of nodes.entries()) {
    (nodes[layers[at].parent] ?? root).children.push(node);
  }
  return root;
}

function interactionsOf({ go, overlay, close, back, keepScroll }) {
  const to = (target, navigation) => ({
    type: 'NODE',
    destinationId: idOf(target),
    navigation,
    transition: null,
    preserveScrollPosition: keepScroll !== undefined,
  });
  let action = null;
  if (go !== undefined) action = to(go, 'NAVIGATE');
  else if (overlay !== undefined) action = to(overlay, 'OVERLAY');
  else if (close !== undefined) action = { type: 'CLOSE' };
  else if (back !== undefined) action = { type: 'BACK' };
  return action ? { interactions: [{ trigger: { type: 'ON_CLICK' }, actions: [action] }] } : {};
}

function idOf(name) {
  const screen = screens.find((candidate) => candidate.name === name);
  if (!screen) throw new Error(`The drawing leads to a screen that does not exist: ${name}`);
  return screen.id;
}

function fileOf(id) {
  return `${id.replace(':', '-')}.png`;
}

/** Saves without loss, so that a layer's picture has the same pixels as its screen's. */
async function save(png, id) {
  await sharp(png)
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toFile(new URL(fileOf(id), images).pathname);
}

async function fontFaces() {
  const face = async (family, weight, address) => {
    const bytes = await readFile(new URL(address));
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${bytes.toString('base64')})}`;
  };
  const regular = import.meta.resolve('@fontsource/roboto/files/roboto-latin-400-normal.woff2');
  const medium = import.meta.resolve('@fontsource/roboto/files/roboto-latin-500-normal.woff2');
  const slab = import.meta.resolve(
    '@fontsource-variable/roboto-slab/files/roboto-slab-latin-wght-normal.woff2',
  );
  const faces = [
    face('Roboto', 400, regular),
    face('Roboto', 500, medium),
    face('Roboto Slab Variable', '100 900', slab),
  ];
  return (await Promise.all(faces)).join('');
}
