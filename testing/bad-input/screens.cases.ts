// Bad inputs of screen images: whose screen, of which prototype, by which signed address.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { Caller, World } from './world.ts';

/** The signature of a PNG. */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

type Query = Record<string, string>;

const take = (query: Query | ((world: World) => Query), as: Caller = 'owner') =>
  ask(
    'GET',
    (world) => {
      const given = typeof query === 'function' ? query(world) : query;
      const all = { figmaUrl: world.tests.open.figmaUrl, screenId: '1:2', ...given };
      return `/api/take-screenshot?${new URLSearchParams(all)}`;
    },
    { as },
  );

const image = (change: (address: URL, world: World) => void) =>
  ask(
    'GET',
    (world) => {
      const address = new URL(world.imageUrl, world.app.origin);
      change(address, world);
      return `${address.pathname}${address.search}`;
    },
    { as: 'owner' },
  );
const set = (name: string, value: string) =>
  image(({ searchParams }) => searchParams.set(name, value));

const noScreen = badFields({ screenId: 'This does not have the form it must have.' });
const notFound = refused('not_found');

const upload = (body: string | Buffer, type = 'image/png', name = 'Shop') =>
  ask('POST', () => `/api/pictures?name=${encodeURIComponent(name)}`, {
    as: 'owner',
    headers: { 'content-type': type },
    body: Buffer.from(body),
  });
const wrongMedia = refused('wrong_media');
const noPicture = refused('wrong_media', 'Choose a picture: PNG, JPEG or WebP.');
const damaged = refused(
  'unreadable_image',
  'This picture is damaged or cut off. Save it again, then upload it.',
);

const pictureCases: BadInput[] = [
  ['pictures.upload', 'JSON', upload('{}', 'application/json'), wrongMedia],
  ['pictures.upload', 'an SVG', upload('<svg/>', 'image/svg+xml'), wrongMedia],
  ['pictures.upload', 'an SVG in the name of a PNG', upload('<svg/>'), noPicture],
  ['pictures.upload', 'nothing', upload(''), noPicture],
  ['pictures.upload', 'a signature alone', upload(PNG), damaged],
  ['pictures.upload', '21 MB', upload(Buffer.alloc(21 * 1024 ** 2)), refused('too_large')],
  [
    'pictures.upload',
    'a name that is too long',
    upload(PNG, 'image/png', 'a'.repeat(201)),
    badFields({ name: 'Name can have at most 200 characters' }),
  ],
];

export const screenCases: BadInput[] = [
  ...pictureCases,
  [
    'screens.takeScreenshot',
    'nothing',
    ask('GET', '/api/take-screenshot'),
    badFields({ figmaUrl: 'This is required.', screenId: 'This is required.' }),
  ],
  ['screens.takeScreenshot', 'a screen in words', take({ screenId: 'home' }), noScreen],
  ['screens.takeScreenshot', 'an empty screen', take({ screenId: '' }), noScreen],
  ['screens.takeScreenshot', 'a path for a screen', take({ screenId: '../1:2' }), noScreen],
  ['screens.takeScreenshot', 'a NUL behind the screen', take({ screenId: '1:2\u0000' }), noScreen],
  [
    'screens.takeScreenshot',
    'a screen with a line break',
    take({ screenId: '1:2\n3:4' }),
    noScreen,
  ],
  [
    'screens.takeScreenshot',
    'a screen nested fifty deep',
    take({ screenId: `I1:2${';1:2'.repeat(50)}` }),
    badFields({ screenId: 'This can have at most 200 characters.' }),
  ],
  [
    'screens.takeScreenshot',
    'two screens',
    ask(
      'GET',
      ({ tests }) =>
        `/api/take-screenshot?screenId=1:2&screenId=1:3&figmaUrl=${encodeURIComponent(tests.open.figmaUrl)}`,
    ),
    badFields({ screenId: 'This must be one text.' }),
  ],
  [
    'screens.takeScreenshot',
    'a screen there is not',
    take({ screenId: '999:999' }),
    refused('screen_not_rendered'),
  ],
  [
    'screens.takeScreenshot',
    'a link that is too long',
    take({ figmaUrl: `https://a.b/${'x'.repeat(2048)}` }),
    badFields({ figmaUrl: 'This can have at most 2048 characters.' }),
  ],
  [
    'screens.takeScreenshot',
    'another prototype',
    take({ figmaUrl: 'https://www.figma.com/proto/AbCdEf/x' }),
    notFound,
  ],
  [
    'screens.takeScreenshot',
    'a machine of the network',
    take({ figmaUrl: 'http://169.254.169.254/latest/meta-data' }),
    notFound,
  ],
  [
    'screens.takeScreenshot',
    'a link with a NUL',
    take({ figmaUrl: 'https://a.b/\u0000' }),
    badFields({ figmaUrl: 'Please enter a valid URL' }),
  ],
  [
    'screens.takeScreenshot',
    'a link with half a surrogate pair',
    ask('GET', '/api/take-screenshot?screenId=1:2&figmaUrl=https://a.b/%ED%A0%80'),
    notFound,
  ],
  ['screens.takeScreenshot', 'anyone', take({}, 'anyone'), refused('not_signed_in')],
  [
    'screens.takeScreenshot',
    'an unknown link',
    take({ uniqueId: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'anyone'),
    notFound,
  ],
  [
    'screens.takeScreenshot',
    'a link that is none',
    take({ uniqueId: '../..' }, 'anyone'),
    refused('not_signed_in'),
  ],
  ['screens.takeScreenshot', 'the token of a deleted session', take({}, 'deleted'), notFound],
  [
    'screens.takeScreenshot',
    'a forged token',
    ask(
      'GET',
      ({ tests }) =>
        `/api/take-screenshot?screenId=1:2&figmaUrl=${encodeURIComponent(tests.open.figmaUrl)}`,
      { headers: { authorization: 'Bearer forged' } },
    ),
    refused('session_token_invalid'),
  ],
  [
    'screens.takeScreenshot',
    'the prototype of another test',
    take(
      ({ tests }) => ({
        uniqueId: tests.open.uniqueId,
        figmaUrl: 'https://www.figma.com/proto/AbCdEf/x',
      }),
      'anyone',
    ),
    notFound,
  ],
  [
    'screens.image',
    'no signature',
    image(({ searchParams }) => searchParams.delete('signature')),
    badFields({ signature: 'This is required.' }),
  ],
  [
    'screens.image',
    'no signature and no end',
    ask('GET', ({ imageUrl }) => imageUrl.split('?')[0] ?? ''),
    badFields({ expires: 'Please enter a number.', signature: 'This is required.' }),
  ],
  [
    'screens.image',
    'an altered signature',
    image(({ searchParams }) =>
      searchParams.set('signature', flipped(searchParams.get('signature') ?? '')),
    ),
    notFound,
  ],
  ['screens.image', 'an empty signature', set('signature', ''), notFound],
  ['screens.image', 'a signature with a NUL', set('signature', '\u0000'), notFound],
  [
    'screens.image',
    'a signature that is too long',
    set('signature', 'a'.repeat(101)),
    badFields({ signature: 'This can have at most 100 characters.' }),
  ],
  [
    'screens.image',
    'two signatures',
    image(({ searchParams }) => searchParams.append('signature', 'a')),
    badFields({ signature: 'This must be one text.' }),
  ],
  [
    'screens.image',
    'an address that lasts longer',
    image(({ searchParams }) =>
      searchParams.set('expires', String(Number(searchParams.get('expires')) + 1)),
    ),
    notFound,
  ],
  [
    'screens.image',
    'an address that has expired',
    image((address, { app }) => {
      const id = address.pathname.split('/')[3];
      address.searchParams.set('expires', '1000');
      address.searchParams.set('signature', app.parts.secrets.sign('screen-image', `${id}:1000`));
    }),
    notFound,
  ],
  [
    'screens.image',
    'an end beyond all times',
    set('expires', '1e999'),
    badFields({ expires: 'Please enter a number.' }),
  ],
  [
    'screens.image',
    'an end in words',
    set('expires', 'never'),
    badFields({ expires: 'Please enter a number.' }),
  ],
  [
    'screens.image',
    'a signature of another purpose',
    image((address, { app }) => {
      const id = address.pathname.split('/')[3];
      const expires = address.searchParams.get('expires');
      address.searchParams.set(
        'signature',
        app.parts.secrets.sign('cross-site', `${id}:${expires}`),
      );
    }),
    notFound,
  ],
  [
    'screens.image',
    'an image that is none',
    ask('GET', ({ imageUrl }) => imageUrl.replace(/screens\/[^/]+/, 'screens/..%2f..%2fsecret')),
    notFound,
  ],
  [
    'screens.image',
    "another image's id",
    ask('GET', ({ imageUrl, sessions }) =>
      imageUrl.replace(/screens\/[^/]+/, `screens/${sessions.running._id}`),
    ),
    notFound,
  ],
];

function flipped(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}
