// Starts the server: configuration, parts, app, jobs; and stops it in reverse.
import { createApp } from './app.ts';
import { openParts, type Parts } from './parts.ts';
import { workOnQueue } from './pipeline.ts';
import { type Config, naming, readConfig } from './platform/config/config.ts';
import { Closing } from './platform/machine/closing.ts';
import { UMASK } from './platform/machine/data-folder.ts';
import { freePort } from './platform/machine/network.ts';

/** @param closing closes what has been started, in reverse */
async function start(given: Config, closing: Closing): Promise<void> {
  const { host } = given;
  const config = {
    ...given,
    port: given.port || (await naming('HOST, PORT', () => freePort(host))),
  };
  const parts = await openParts(config, closing);
  const app = await createApp(parts);
  closing.defer(() => app.close());
  await naming('HOST, PORT', () => app.listen({ port: config.port, host }));
  closing.ending.throwIfAborted();
  await workOnQueue(parts);
  closing.ending.throwIfAborted();
  // The log reports at the start, not with the first recording, that no browser takes images.
  void parts.screenshots?.check();
  // `npm start` starts the server again if it dies after this message.
  process.send?.('ready');
  greet(parts);
}

function greet({ publicUrl, config, samplePrototypeUrl }: Parts): void {
  if (config.work === 'jobs') {
    process.stdout.write(
      `\nTryout runs jobs; ${publicUrl}/api/health says how it is. Stop with Ctrl-C.\n\n`,
    );
    return;
  }
  const lines = [`Tryout is running at ${publicUrl}`, ''];
  if (config.google === null) {
    lines.push('1. Open it and sign in: any email and name, this is a stand-in for Google.');
  } else {
    lines.push('1. Open it and sign in with Google.');
  }
  if (samplePrototypeUrl) {
    lines.push('2. Create a test. A sample prototype to try it with:', `   ${samplePrototypeUrl}`);
  } else {
    lines.push('2. Create a test with the link of a prototype.');
  }
  lines.push('3. Open its share link in another window, take the test, then watch the recording.');
  lines.push('', `Everything is kept in ${config.dataDir}. Stop with Ctrl-C.`);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/** Time for running requests and jobs to end; after it the process ends all the same. */
const STOP_LIMIT_MS = 15_000;

function main(): void {
  process.umask(UMASK);
  const closing = new Closing();
  const starting = Promise.resolve().then(() => start(readConfig(process.env), closing));
  const end = (code: number) => {
    if (closing.ending.aborted) return;
    closing.end();
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    // A step of the start may still open something until the start has settled.
    const settled = starting.catch(() => undefined);
    settled
      .then(() => closing.disposeAsync())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
  };
  // A terminal and `npm` both pass Ctrl-C on: a second signal must not cut the stop short.
  process.on('SIGINT', () => end(0)).on('SIGTERM', () => end(0));
  // The channel of `npm start` closes when it ends, also when it is killed; other starts have no channel.
  process.on('disconnect', () => end(0));
  if (process.send && !process.connected) end(0);
  starting.catch((error: unknown) => {
    if (closing.ending.aborted) return;
    process.stderr.write(`${sentenceOf(error)}\n`);
    end(1);
  });
}

/** The message of an error, then those of its causes that it does not contain. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (cause === undefined) return message;
  const reason = sentenceOf(cause);
  return message.includes(reason) ? message : `${message}: ${reason}`;
}

main();
