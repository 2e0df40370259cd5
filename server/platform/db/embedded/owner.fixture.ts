// A process that owns an embedded database until it is killed. It prints 'ready' and waits.
import { startEmbeddedDatabase } from './embedded-database.ts';

const say = (_detail: object, message: string) => process.stderr.write(`${message}\n`);
const [dataDir = ''] = process.argv.slice(2);
const { stop } = await startEmbeddedDatabase({
  dataDir,
  log: { debug: () => undefined, info: say, warn: say, error: say },
});
process.once('SIGTERM', () => {
  stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.stdout.write('ready\n');
