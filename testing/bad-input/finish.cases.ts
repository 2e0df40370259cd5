// Bad inputs of the upload call: forms, videos, images, events, ids that don't belong together.
import { ask, type BadInput, badFields, refused, type Sent } from './bad-input.ts';
import { imagePart, MULTIPART, multipart, type Part, videoPart } from './multipart.ts';
import type { Caller, World } from './world.ts';

type Address = (world: World) => string;

const addressOf =
  (test: keyof World['tests'], id: keyof World['tests'] = test): Address =>
  ({ tests }) =>
    `/api/link/upload/${tests[test].uniqueId}/${tests[id]._id}/x/y`;

/** A form with these parts, by anybody to the open test unless said otherwise. */
function form(
  parts: (world: World) => readonly Part[],
  { as = 'anyone', to = addressOf('open') }: { as?: Caller; to?: Address } = {},
): (world: World) => Sent {
  return ask('POST', to, (world) => ({
    as,
    body: multipart(parts(world)),
    headers: { 'content-type': MULTIPART },
  }));
}

function bytes(type: string, body: string | ((world: World) => Buffer)): (world: World) => Sent {
  return ask('POST', addressOf('open'), (world) => ({
    as: 'anyone',
    body: typeof body === 'string' ? body : body(world),
    headers: { 'content-type': type },
  }));
}

const field = (name: string, content: string): Part => ({ field: name, content });
const whole = ({ video }: World) => videoPart(video);
const notEvents = badFields({ events: 'This is not a list of prototype messages.' });
const noScreen = badFields({ heatmap: "Name the image by its screen's id, such as 1-2." });
const noVideo = badFields({ video: 'Send a video or the id of an upload.' });
const malformed = refused('malformed_body');
const press = { type: 'MOUSE_PRESS_OR_RELEASE', data: {} };

/** Each behind a whole good video: what is refused takes the video with it. */
const behindVideo: [string, (world: World) => Part, ReturnType<typeof refused>][] = [
  ['events that are no JSON', () => field('events', '{"a":'), notEvents],
  ['events that are an object', () => field('events', '{}'), notEvents],
  ['events of an unknown type', () => field('events', '[{"type":"CLICK","data":{}}]'), notEvents],
  [
    'a megabyte of numbers for events',
    () => field('events', `[${'1,'.repeat(500_000)}1]`),
    notEvents,
  ],
  ['a megabyte of brackets for events', () => field('events', '['.repeat(1_000_000)), notEvents],
  [
    'events with a number below zero',
    () => field('events', JSON.stringify([{ ...press, seq: -1 }])),
    notEvents,
  ],
  [
    'events beyond all times',
    () => field('events', '[{"type":"INITIAL_LOAD","data":{},"atMs":1e999}]'),
    notEvents,
  ],
  ['an empty name', () => field('name', '  '), badFields({ name: 'Name is required' })],
  [
    'a name with a NUL',
    () => field('name', 'A\u0000'),
    badFields({ name: 'Name contains characters that cannot be used' }),
  ],
  ['a name of 5 kB', () => field('name', 'a'.repeat(5000)), refused('too_large')],
  [
    'a file for a name, of 5 kB',
    () => ({
      field: 'name',
      content: 'a'.repeat(5000),
      file: { name: 'blob', type: 'text/plain' },
    }),
    refused('too_large'),
  ],
  [
    'a name of 201 characters',
    () => field('name', 'ß'.repeat(201)),
    badFields({ name: 'Name can have at most 200 characters' }),
  ],
  [
    'an upload id that is none',
    () => field('upload', '../1'),
    badFields({ upload: 'This is not the id of an upload.' }),
  ],
  ['a second video', whole, badFields({ video: 'Send one video.' })],
  ['an image that is a text', () => imagePart('no image'), refused('wrong_media')],
  ['an image that is a video', ({ video }) => imagePart(video), refused('wrong_media')],
  ['an empty image', () => imagePart(''), refused('wrong_media')],
  [
    'an image that is cut off',
    ({ png }) => imagePart(png.subarray(0, 70)),
    refused('unreadable_image'),
  ],
  [
    'an image of 4 billion pixels a side',
    ({ png }) => imagePart(enlarged(png)),
    refused('unreadable_image'),
  ],
  [
    'an image of another type',
    ({ png }) => ({ field: '1-2', content: png, file: { name: '1-2.svg', type: 'image/svg+xml' } }),
    refused('wrong_media', 'Heatmaps are PNG images.'),
  ],
  ['an image without a screen', ({ png }) => imagePart(png, 'picture.png'), noScreen],
  ['an image named by a path', ({ png }) => imagePart(png, '../../etc/passwd'), noScreen],
  ['an image without a name', ({ png }) => imagePart(png, ''), noScreen],
  ['a screen id of 20 digits', ({ png }) => imagePart(png, `${'1'.repeat(20)}-2.png`), noScreen],
];

export const finishCases: BadInput[] = [
  ...behindVideo.map(
    ([what, part, refusal]): BadInput => [
      'sessions.finish',
      what,
      form((world) => [whole(world), part(world)]),
      refusal,
    ],
  ),
  [
    'sessions.finish',
    'two names',
    form((world) => [field('name', 'Ada'), field('name', 'Bob'), whole(world)]),
    badFields({ name: 'Send this field once.' }),
  ],
  [
    'sessions.finish',
    'events twice',
    form((world) => [field('events', '[]'), field('events', '[]'), whole(world)]),
    badFields({ events: 'Send this field once.' }),
  ],
  ['sessions.finish', 'a form without a video', form(() => [field('name', 'Ada')]), noVideo],
  ['sessions.finish', 'an empty form', form(() => []), noVideo],
  [
    'sessions.finish',
    'an inherited key for a field',
    form(() => [field('toString', 'a')]),
    malformed,
  ],
  [
    'sessions.finish',
    'a prototype key for a field',
    form(() => [field('__proto__', 'a')]),
    malformed,
  ],
  [
    'sessions.finish',
    'more fields than there are',
    form((world) => [whole(world), ...Array.from({ length: 30 }, (_, i) => field(`f${i}`, 'x'))]),
    refused('too_large'),
  ],
  [
    'sessions.finish',
    'a text in the field of the video',
    form(() => [field('video', 'a text')]),
    noVideo,
  ],
  ['sessions.finish', 'an empty video', form(() => [videoPart('')]), refused('unreadable_video')],
  [
    'sessions.finish',
    'a video that is a text',
    form(() => [videoPart('hello there')]),
    refused('wrong_media'),
  ],
  [
    'sessions.finish',
    'a video that is an image',
    form(({ png }) => [videoPart(png)]),
    refused('wrong_media'),
  ],
  [
    'sessions.finish',
    'the head of a video alone',
    form(({ video }) => [videoPart(video.subarray(0, 100))]),
    refused('unreadable_video'),
  ],
  [
    'sessions.finish',
    'JSON',
    bytes('application/json', '{"video":"a"}'),
    refused('wrong_media', 'Send a multipart form.'),
  ],
  [
    'sessions.finish',
    'a plain form',
    bytes('application/x-www-form-urlencoded', 'video=a'),
    refused('wrong_media'),
  ],
  ['sessions.finish', 'no boundary', bytes('multipart/form-data', 'x'), malformed],
  [
    'sessions.finish',
    'an empty boundary',
    bytes('multipart/form-data; boundary=', '----'),
    noVideo,
  ],
  [
    'sessions.finish',
    'another boundary',
    bytes('multipart/form-data; boundary=other', () => multipart([field('name', 'Ada')])),
    malformed,
  ],
  [
    'sessions.finish',
    'a form that breaks off within the video',
    bytes(MULTIPART, (world) => multipart([whole(world)]).subarray(0, 30_000)),
    malformed,
  ],
  [
    'sessions.finish',
    'a form that breaks off behind the video',
    bytes(MULTIPART, (world) => multipart([whole(world)]).subarray(0, -24)),
    malformed,
  ],
  [
    'sessions.finish',
    'a form that breaks off within an image',
    bytes(MULTIPART, ({ png }) => multipart([imagePart(png)]).subarray(0, -40)),
    malformed,
  ],
  [
    'sessions.finish',
    'a form that breaks off within a heading',
    bytes(MULTIPART, () => multipart([field('name', 'Ada')]).subarray(0, 40)),
    malformed,
  ],
  [
    'sessions.finish',
    'ids that do not belong together',
    form((world) => [whole(world)], { to: addressOf('open', 'closed') }),
    refused('not_found'),
  ],
  [
    'sessions.finish',
    'a deleted test',
    form((world) => [whole(world)], { to: addressOf('deleted') }),
    refused('not_found'),
  ],
  [
    'sessions.finish',
    'a closed test',
    form((world) => [whole(world)], { to: addressOf('closed') }),
    refused('test_closed'),
  ],
  [
    'sessions.finish',
    'a full test',
    form((world) => [whole(world)], { to: addressOf('full') }),
    refused('test_full'),
  ],
  [
    'sessions.finish',
    "a session's upload without a token",
    form(({ sessions }) => [field('upload', sessions.running.uploadId)]),
    refused('session_token_invalid'),
  ],
  [
    'sessions.finish',
    "another session's upload",
    form(({ sessions }) => [field('upload', sessions.running.uploadId)], { as: 'other' }),
    refused('not_found'),
  ],
  [
    'sessions.finish',
    'nothing recorded',
    form(({ sessions }) => [field('upload', sessions.other.uploadId)], { as: 'other' }),
    refused('unreadable_video'),
  ],
  [
    'sessions.finish',
    "a test that is not the session's",
    form(({ sessions }) => [field('upload', sessions.running.uploadId)], {
      as: 'running',
      to: addressOf('once'),
    }),
    refused('not_found'),
  ],
  [
    'sessions.finish',
    'bad events of a running session',
    form(
      ({ sessions, png }) => [
        imagePart(png, '1-3.png'),
        field('upload', sessions.running.uploadId),
        field('events', '[7]'),
      ],
      { as: 'running' },
    ),
    notEvents,
  ],
  [
    'sessions.finish',
    'a bad video in place of the streamed one',
    form(() => [videoPart('hello')], { as: 'running' }),
    refused('wrong_media'),
  ],
  [
    'sessions.finish',
    'the token of a deleted session',
    form((world) => [whole(world)], { as: 'deleted', to: addressOf('open') }),
    refused('not_found'),
  ],
];

/** The same image with 4294967295 for its width and height (PNG specification, section 11.2.1). */
function enlarged(png: Buffer): Buffer {
  return Buffer.from(png).fill(0xff, 16, 24);
}
