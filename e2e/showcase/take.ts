// `npm run pictures`: drives the built product against the sample prototype, with participants that run in a
// browser, and takes the pictures of the landing page and of docs/pictures.
import { join } from 'node:path';
import { runServer } from '../server.ts';
import { act } from './act.ts';
import { photograph } from './photograph.ts';

const repository = join(import.meta.dirname, '..', '..');
const landing = join(repository, 'web', 'features', 'landing', 'pictures');
const readme = join(repository, 'docs', 'pictures');

const server = await runServer();
try {
  await photograph(await act(server, join(readme, 'participant.png')), { landing, readme });
} finally {
  await server.remove();
}
