// Plays the people of the trial to a server by its documented calls, with messages as the design tool posts them.
import { randomUUID } from 'node:crypto';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import sharp from 'sharp';
import type { RawEvent } from '#contract/events.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { AgentClient, successBody, type TestClient } from '../client.ts';
import { bearer, sendForm, sendPiece, streamedForm } from '../participant.ts';
import { SCREENS, type Screen, type Width } from './design.ts';
import { type Person, type Press, userAgents } from './people.ts';
import { chainOf, targets } from './targets.ts';

export interface TrialTest {
  _id: string;
  uniqueId: string;
  link: string;
  name: string;
  revision: { _id: string };
}

type Message = Omit<RawEvent, 'seq'>;

/** Messages of one person's prototype. */
export function messagesOf(person: Person, width: Width): Message[] {
  if (person.isSilent) return [];
  const events: Message[] = [
    presented('Home', person.beganAtMs),
    { atMs: person.beganAtMs, type: 'INITIAL_LOAD', data: {} },
  ];
  for (const press of person.presses) {
    events.push({
      atMs: press.atMs,
      type: 'MOUSE_PRESS_OR_RELEASE',
      data: pressData(press, width),
    });
    const { ledTo } = press;
    const next = person.visits.find(({ atMs }) => ledTo && atMs > press.atMs);
    if (next) events.push(presented(next.screen, next.atMs));
    if (person.isEchoed) events.push(releaseOf(press, width));
  }
  return events;
}

const presented = (screen: Screen, atMs: number): Message => ({
  atMs,
  type: 'PRESENTED_NODE_CHANGED',
  data: { presentedNodeId: SCREENS[screen], isStoredInHistory: true, stateMappings: {} },
});

/** A release after the press: on the next screen where there is one, at the same place of the display. */
function releaseOf(press: Press, width: Width): Message {
  const { atMs, ledTo, spot, scrolled } = press;
  const data = pressData(press, width);
  if (!ledTo) return { atMs: atMs + 90, type: 'MOUSE_PRESS_OR_RELEASE', data };
  const id = SCREENS[ledTo];
  const at = { x: spot?.x ?? 0, y: (spot?.y ?? 0) - scrolled };
  return {
    atMs: atMs + 90,
    type: 'MOUSE_PRESS_OR_RELEASE',
    data: {
      presentedNodeId: id,
      handled: false,
      targetNodeId: id,
      targetNodeMousePosition: at,
      nearestScrollingFrameId: id,
      nearestScrollingFrameMousePosition: at,
      nearestScrollingFrameOffset: { x: 0, y: 0 },
    },
  };
}

function pressData({ screen, target, spot, reacted, scrolled, atMs }: Press, width: Width) {
  const presentedNodeId = SCREENS[screen];
  if (!spot) {
    const unknown = { targetNodeId: 'I9:9;9:8', targetNodeMousePosition: { x: 4, y: 4 } };
    return { presentedNodeId, handled: false, ...unknown };
  }
  const chain = chainOf(width, target);
  const frame = chain[0];
  // The hotspot when one was hit, else the topmost layer.
  const layer = chain[reacted ? targets[target].depth : chain.length - 1];
  if (!(frame && layer)) throw new Error(`no layer of ${target}`);
  const corner = frame.absoluteBoundingBox;
  const box = layer.absoluteBoundingBox;
  const data = {
    presentedNodeId,
    handled: reacted,
    targetNodeId: layer.id,
    targetNodeMousePosition: { x: spot.x + corner.x - box.x, y: spot.y + corner.y - box.y },
  };
  // Most presses in overlays have the layer's position alone.
  if (screen === 'Added' && atMs % 2 === 0)
    return { ...data, nearestScrollingFrameMousePosition: null };
  const isPinned = chain.some(({ scrollBehavior }) => scrollBehavior === 'FIXED');
  return {
    ...data,
    nearestScrollingFrameId: frame.id,
    nearestScrollingFrameMousePosition: { x: spot.x, y: isPinned ? spot.y : spot.y - scrolled },
    nearestScrollingFrameOffset: { x: 0, y: scrolled },
  };
}

interface Session extends Pick<Person, 'name' | 'device' | 'lengthMs' | 'end'> {
  messages: readonly Message[];
  answers: readonly (NonNullable<Person['answers']> & { step?: number })[];
}

/** The session of a test with one task. */
export function sessionOf(person: Person, width: Width): Session {
  const answers = person.answers ? [person.answers] : [];
  return { ...person, messages: messagesOf(person, width), answers };
}

/** A person's whole session. @returns its id */
export async function play(origin: string, test: TrialTest, person: Session): Promise<string> {
  const client = new AgentClient(origin, userAgents[person.device] ?? '');
  const session = await start(client, test, person.name);
  const bytes = await filmOf(person.lengthMs);
  successBody(await sendPiece(client, session, { offset: 0, bytes }));
  const sent = { headers: { ...bearer(session), 'content-type': 'application/json' } };
  const events = person.messages.map((message, seq) => ({ seq, ...message }));
  const body = JSON.stringify({ events });
  const address = `/api/sessions/${session._id}`;
  successBody(await client.send(`${address}/events`, { method: 'POST', ...sent, body }));
  if (person.end === 'tab_closed') {
    successBody(
      await client.send(`${address}/abandon`, { method: 'POST', headers: bearer(session) }),
    );
  } else if (person.end !== 'running') {
    const form = streamedForm(session);
    if (person.end !== 'stopped') form.append('ended', person.end);
    successBody(await sendForm(client, test, { form, session }));
  }
  for (const answers of person.answers) {
    const sentAnswers = { method: 'PUT', ...sent, body: JSON.stringify(answers) };
    successBody(await client.send(`${address}/answers`, sentAnswers));
  }
  return session._id;
}

async function start(client: TestClient, test: TrialTest, name: string): Promise<StartedSession> {
  const openingId = await open(client, test);
  const body = { name, revisionId: test.revision._id, openingId };
  const answer = await client.post(`/api/link/${test.uniqueId}/sessions`, body);
  return successBody<{ session: StartedSession }>(answer).session;
}

/** Opens the share link. @returns the opening's id */
export async function open(
  client: TestClient,
  { uniqueId, revision }: TrialTest,
  more: { obstacle?: string; openingId?: string; browserKey?: string } = {},
): Promise<string> {
  const { openingId = randomUUID(), obstacle = null, ...key } = more;
  const body = { revisionId: revision._id, obstacle, ...key };
  successBody(await client.put(`/api/link/${uniqueId}/openings/${openingId}`, body));
  return openingId;
}

const FRAME = { width: 64, height: 64, channels: 3, background: '#8fbb9c' } as const;
/** A lossy WebP holds one VP8 key frame behind the headers of its file and chunk (RFC 9649). */
const WEBP_HEADER_BYTES = 20;
let frame: Promise<Uint8Array> | null = null;

async function keyFrame(): Promise<Uint8Array> {
  const webp = await sharp({ create: FRAME }).webp({ quality: 40 }).toBuffer();
  return new Uint8Array(
    webp.subarray(WEBP_HEADER_BYTES, WEBP_HEADER_BYTES + webp.readUInt32LE(16)),
  );
}

/** A still film of a length. */
async function filmOf(lengthMs: number): Promise<Uint8Array<ArrayBuffer>> {
  frame ??= keyFrame();
  const source = new EncodedVideoPacketSource('vp8');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: FRAME.width, codedHeight: FRAME.height };
  // Two frames at the end: a reader takes their distance for the last one's duration.
  const times = new Set([lengthMs - 80, lengthMs - 40]);
  for (let atMs = 0; atMs < lengthMs - 80; atMs += 1000) times.add(atMs);
  for (const atMs of [...times].sort((a, b) => a - b)) {
    const packet = new EncodedPacket(await frame, 'key', atMs / 1000, 0.04);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}
