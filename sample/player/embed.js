// The sample's embed page: reads the address and starts the player. Browsers get this file unchanged, so it is
// JavaScript with checked types and without a build.
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
    // Without a client id the embed shows the prototype and sends no messages, like the real one.
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
 * Reads a flag: true/false as in the documentation, or 1/0 as the share dialog writes it.
 * @param {string} name
 * @param {boolean} otherwise
 */
function flag(name, otherwise) {
  const value = query.get(name);
  return value === null ? otherwise : value === '1' || value === 'true';
}
