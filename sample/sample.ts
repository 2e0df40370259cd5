// The sample prototype's server: a small design host on its own origin, to try the product with.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, json, page } from './answers.ts';
import { readSampleDocument, SAMPLE_FILE_KEY, type SampleDocument } from './document.ts';
import { readFiles, scaled } from './pictures.ts';
import { type RestLimit, SampleRest } from './rest.ts';

export interface SampleOptions {
  /** Port of the server; 0 uses any free port. */
  port: number;
  host: string;
  /** The image API's only accepted token. Without it, any token that is not empty is accepted. */
  token?: string;
  /** Lets the image API answer 429 after some calls. */
  restLimit?: RestLimit;
}

export interface Sample {
  /** Origin of site, embed, messages and API. */
  origin: string;
  /** Link for creating a test. */
  prototypeUrl: string;
  /** Client id for the embed, which sends no messages without one; any value works. */
  clientId: string;
  /** A token that the image API accepts. */
  token: string;
  stop(): Promise<void>;
}

/** Starts the sample. Rejects if the port is in use. */
export async function startSample(options: SampleOptions): Promise<Sample> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://${options.host}:${port}`;
  const answer = answerer(options, origin);
  server.on('request', (request, response) => {
    answer(request)
      .catch((): Answer => json({ status: 500, err: 'Internal error' }, 500))
      .then(({ status, headers, body }) => {
        response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers });
        response.end(request.method === 'HEAD' ? undefined : body);
      })
      // Writing fails only if the client has disconnected.
      .catch(() => response.destroy());
  });
  return {
    origin,
    prototypeUrl: `${origin}/proto/${SAMPLE_FILE_KEY}/Little-Fern?node-id=1-2&starting-point-node-id=1-2`,
    clientId: 'sample',
    token: options.token ?? 'sample',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerer(
  options: SampleOptions,
  origin: string,
): (request: IncomingMessage) => Promise<Answer> {
  const document = readSampleDocument();
  const files = readFiles();
  const rest = new SampleRest(document, {
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(options.restLimit ? { limit: options.restLimit } : {}),
  });
  return async (request) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', origin);
    const token = request.headers['x-figma-token']?.toString();
    const called = rest.answer({ path, query, origin, token });
    if (called) return called;
    const file = files.get(path);
    return file ? scaled(file, query) : pageAt(path, query, document);
  };
}

function pageAt(path: string, query: URLSearchParams, document: SampleDocument): Answer {
  if (path === '/document.json') return json(document);
  const [, kind = '', key = ''] = path.split('/');
  if (key !== '' && key !== SAMPLE_FILE_KEY) return notFoundPage();
  if (kind === 'proto') return embedPage(document, query);
  return ['', 'design', 'file'].includes(kind) ? designPage(document) : notFoundPage();
}

// The sample's pages: the embed, and the page behind the design link.

/** Returns the embed page. The player reads the parameters from the address. */
function embedPage(document: SampleDocument, query: URLSearchParams): Answer {
  const isBare = query.get('hide-ui') === '1' || query.get('hide-ui') === 'true';
  const hasFooter = !isBare && !['0', 'false'].includes(query.get('footer') ?? '');
  const footer = hasFooter
    ? `<footer class="footer"><span>${document.name}, a sample prototype</span><span>Copy this page’s address into a test to try it.</span></footer>`
    : '';
  return html({
    title: `${document.name} (sample prototype)`,
    body: `<main id="page" tabindex="0" aria-label="${document.name}, a sample prototype"></main>${footer}<script type="module" src="/player/embed.js"></script>`,
  });
}

function designPage(document: SampleDocument): Answer {
  const link = `/proto/${SAMPLE_FILE_KEY}/${document.name.replaceAll(' ', '-')}`;
  return html({
    title: `${document.name} (sample)`,
    body: `<main class="about"><h1>${document.name} is a sample</h1><p>It stands in for a design tool, so that you can try tests without an account anywhere: a plant shop of ${document.frames.length} screens that speaks the same embed messages and image API.</p><p><a href="${link}">Open the prototype</a> and use its address in a test.</p></main>`,
  });
}

function notFoundPage(): Answer {
  const about = '<p>This sample has one file only. <a href="/design">See what it is.</a></p>';
  const body = `<main class="about"><h1>Not found</h1>${about}</main>`;
  return { ...html({ title: 'Not found', body }), status: 404 };
}

function html({ title, body }: { title: string; body: string }): Answer {
  return page(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/player/player.css">${body}</html>`,
  );
}
