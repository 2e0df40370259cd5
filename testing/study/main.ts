// `npm run sample-study`: fills an installation with the sample study, sixty people on the sample prototype, so that a
// newcomer sees results before anybody has taken a test.
import { successBody, TestClient } from '../client.ts';
import { signInAtIssuer } from '../sign-in.ts';
import { people } from './people.ts';
import { type StudyTest, sendStudy, studyTest } from './send.ts';

/** Films of this width read well in the player and take 80 MB together. */
const FILM = { width: 800 };
/** The company of a person who has set none yet. */
const COMPANY = 'Little Fern';

const { PORT = '3000' } = process.env;
/** Owner of the study if no other address is given. */
const OWNER = 'you@example.com';
const HELP = `npm run sample-study [address] [email]

Fills an installation with the sample study. Sixty people take it on the sample prototype: a screening
question, two tasks, the second in two versions, the System Usability Scale and an open question.
  address  of the installation, http://127.0.0.1:${PORT} by default
  email    of the person who owns the study, ${OWNER} by default; sign in with it to see the results
`;

const args = process.argv.slice(2);
if (args.some((arg) => arg === '--help' || arg === '-h')) {
  process.stdout.write(HELP);
  process.exit();
}
const [address = `http://127.0.0.1:${PORT}`, email = OWNER] = args;

if (!URL.canParse(address)) {
  fail(`${address} is no address. For example: npm run sample-study http://127.0.0.1:3000`);
}
const client = new TestClient(new URL(address).origin);
const about = await client
  .get('/api/about')
  .catch(() =>
    fail(
      `Nothing answers at ${client.origin}. Run npm start first, or say where it runs: npm run sample-study http://127.0.0.1:4000`,
    ),
  );
const { sample } = successBody<{ sample: Parameters<typeof studyTest>[0] | null }>(about);
if (!sample) fail('This installation does not serve the sample prototype.');
await signInAtIssuer(client, { email, name: 'Sample Person' }).catch(() =>
  fail('Signing in needs the built-in stand-in: this installation signs people in elsewhere.'),
);
await client.get('/auth/check-auth');
const { company } = successBody<{ company: string | null }>(await client.get('/api/user-info'));
if (!company) successBody(await client.post('/api/set-company', { company: COMPANY }));
const test = successBody<StudyTest>(await client.post('/api/tests', studyTest(sample)));
await sendStudy({
  owner: client,
  test,
  size: FILM,
  sendTime: (sent) => {
    // A log has no use for a line that grows.
    if (process.stdout.isTTY || sent === people.length)
      process.stdout.write(`\r${sent} of ${people.length} people have taken the test …`);
  },
});
process.stdout.write(
  `\nThe study is there: ${new URL(`/tests/${test._id}`, client.origin)} (sign in as ${email})\n`,
);

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
