// A design tool with the trial's two files: pages, embed and image API of the sample, with drawings of their own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { type Answer, file, json } from '#sample/answers.ts';
import { SAMPLE_FILE_KEY, type SampleNode } from '#sample/document.ts';
import { readFiles, scaled } from '#sample/pictures.ts';
import { SampleRest } from '#sample/rest.ts';
import { documentOf, SCREENS, type Width } from './design.ts';

export const WIDTHS = [1440, 375] as const satisfies readonly Width[];
const keyOf = (width: Width) => `TrialFileOfPlantsAt${String(width).padStart(4, '0')}px`;

export interface Tool {
  origin: string;
  clientId: string;
  token: string;
  prototypeUrl(width: Width): string;
  stop(): Promise<void>;
}

/** Starts the tool on a free port of loopback. */
export async function startTool(): Promise<Tool> {
  const files = readFiles();
  for (const width of WIDTHS) {
    for (const frame of documentOf(width).frames) {
      files.set(`/pictures/${frame.image}`, file('image/png', await drawingOf(frame)));
    }
  }
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rests = new Map(
    WIDTHS.map((width) => [keyOf(width), new SampleRest(documentOf(width), {})]),
  );
  server.on('request', async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', origin);
    const key = [...rests.keys()].find((one) => (pathname + request.headers.referer).includes(one));
    const token = request.headers['x-figma-token']?.toString();
    const path = pathname.replace(key ?? '', SAMPLE_FILE_KEY);
    const called = rests.get(key ?? '')?.answer({ path, query, origin, token });
    const stored = files.get(pathname);
    const found = called ?? (stored ? await scaled(stored, query) : pageAt(pathname, key));
    response.writeHead(found.status, found.headers);
    response.end(found.body);
  });
  return {
    origin,
    clientId: 'trial',
    token: 'trial',
    prototypeUrl: (width) =>
      `${origin}/proto/${keyOf(width)}/Plants?node-id=1-1&starting-point-node-id=1-1`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The player asks for its document without a key: the address of its page has it. */
function pageAt(pathname: string, key: string | undefined): Answer {
  const width = WIDTHS.find((one) => keyOf(one) === key);
  if (pathname === '/document.json' && width) return json(documentOf(width));
  if (pathname === '/v1/me') return json({ id: '1', handle: 'Trial', email: 'trial@example.com' });
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  if (!(pathname.startsWith('/proto/') && width)) return { status: 404, headers, body: '' };
  const body =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>Plants</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/player/player.css">' +
    '<main id="page" tabindex="0"></main><script type="module" src="/player/embed.js"></script></html>';
  return { status: 200, headers, body };
}

/** Draws each layer as a box with its name, so that people see what they press. */
async function drawingOf(frame: SampleNode): Promise<Buffer> {
  const { x: left, y: top, width, height } = frame.absoluteBoundingBox;
  const draw = (node: SampleNode, depth: number): string => {
    const box = node.absoluteBoundingBox;
    const [x, y] = [box.x - left, box.y - top];
    const shade = ['#dfeadd', '#c3dcc6', '#a9cbb1', '#8fbb9c'][depth % 4];
    const label = `<text x="${x + 6}" y="${y + 18}" font-size="14" fill="#123">${node.name}</text>`;
    const own = `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" fill="${shade}" stroke="#587"/>${label}`;
    return own + node.children.map((child) => draw(child, depth + 1)).join('');
  };
  const ground = frame.id === SCREENS.Added ? '#fff6e5' : '#f6f8f4';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${frame.children.map((child) => draw(child, 0)).join('')}</svg>`;
  return await sharp(Buffer.from(svg)).png().toBuffer();
}
