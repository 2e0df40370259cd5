// `npm run sample-study`: fills an installation with the sample study, sixty people on the sample prototype, so that a
// newcomer sees results before anybody has taken a test.
import { made, TestClient } from '../client.ts';
import { signInAtIssuer } from '../sign-in.ts';
import { people } from './people.ts';
import { type StudyTest, sendPerson, sendStopped, studyTest } from './send.ts';

/** Films of this width read well in the player and take 80 MB together. */
const FILM = { width: 800 };
/** The company of a person who has set none yet. */
const COMPANY = 'Little Fern';
/** People whose sessions are sent at the same time: drawing takes one core, storing another. */
const AT_ONCE = 2;

const [address = 'http://127.0.0.1:3000', email = 'you@example.com'] = process.argv.slice(2);

const client = new TestClient(new URL(address).origin);
const about = await client
  .get('/api/about')
  .catch(() => fail(`Nothing answers at ${client.origin}. Run npm start first.`));
const { sample } = made<{ sample: Parameters<typeof studyTest>[0] | null }>(about);
if (!sample) fail('This installation does not serve the sample prototype.');
await signInAtIssuer(client, { email, name: 'Sample Person' }).catch(() =>
  fail('Signing in needs the built-in stand-in: this installation signs people in elsewhere.'),
);
await client.get('/auth/check-auth');
const { company } = made<{ company: string | null }>(await client.get('/api/user-info'));
if (!company) made(await client.post('/api/set-company', { company: COMPANY }));
const test = made<StudyTest>(await client.post('/api/tests', studyTest(sample)));
await sendStopped(client.origin, test);
let sent = 0;
const waiting = [...people];
await Promise.all(Array.from({ length: AT_ONCE }, sendWaiting));
process.stdout.write(
  `\nThe study is there: ${new URL(`/api/tests/${test._id}`, client.origin)} (sign in as ${email})\n`,
);

async function sendWaiting(): Promise<void> {
  for (let person = waiting.shift(); person; person = waiting.shift()) {
    const { _id } = await sendPerson(client.origin, test, { person, size: FILM, stills: true });
    if (person.excludedFor) {
      const body = { reason: person.excludedFor, basedOn: null };
      made(await client.put(`/api/recordings/${_id}/exclusion`, body));
    }
    sent += 1;
    process.stdout.write(`\r${sent} of ${people.length} people have taken the test …`);
  }
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
