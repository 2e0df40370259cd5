// The sample's embed page: reads the address, starts the player. Served to browsers as it stands,
// hence JavaScript with checked types and no build.
import { History } from './history.js';
import { Player } from './player.js';
import { Stage } from './stage.js';

/** @import { PlayerDocument } from './types.ts' */

const query = new URLSearchParams(location.search);
/** @type {PlayerDocument} */
const sample = await (await fetch('/document.json')).json();
const frames = new Map(sample.frames.map((frame) => [frame.id, frame]));

const start = nodeParameter('starting-point-node-id') ?? sample.startNodeId;
const first = nodeParameter('node-id') ?? start;
const page = document.getElementById('page');
if (!page) throw new Error('the embed page has no #page');
if (frames.has(first) && frames.has(start)) {
  const stage = new Stage(page, query.get('scaling') ?? 'scale-down');
  const player = new Player(stage, new History(first, start), frames);
  player.run({
    page,
    // Without a client id the embed shows the prototype and stays silent, as the real one does.
    isSpoken: Boolean(query.get('client-id')),
    hasHints: flag('hotspot-hints', true),
    hasKeys: !flag('disable-default-keyboard-nav', false),
  });
} else page.textContent = 'This sample prototype has no such node.';

/** @param {string} name */
function nodeParameter(name) {
  return query.get(name)?.replace('-', ':') ?? null;
}

/**
 * Flags are written true/false in the documentation and 1/0 by the share dialog.
 * @param {string} name
 * @param {boolean} otherwise
 */
function flag(name, otherwise) {
  const value = query.get(name);
  return value === null ? otherwise : value === '1' || value === 'true';
}
