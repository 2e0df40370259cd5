// Starts Chromium for screen images: headless, in its own sandbox, never as root, alone in a profile that is
// thrown away, without the server's environment, and with no way out but the gate.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { identityOf, type OsUser } from '#server/platform/machine/os-user.ts';
import { type BrowserPipe, openBrowserPipe } from './browser-pipe.ts';
import { openOriginGate } from './origin-gate.ts';
import { requireSandbox } from './sandbox.ts';

export interface BrowserSetup {
  chromiumPath: string;
  /** Where its profile may lie; removed before it starts and after it ended. */
  profileDir: string;
  /** Runs it; null: ourselves. */
  user: OsUser | null;
  /** The only origins it may reach. */
  origins: readonly string[];
  onRefused: (asked: string) => void;
}

export interface RunningBrowser {
  pipe: BrowserPipe;
  /** Ends it with everything it started; harmless when it has ended. */
  kill(): Promise<void>;
}

const flags = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-quic',
  // Containers give /dev/shm 64 MB, too little for a page.
  '--disable-dev-shm-usage',
  // Design tools draw with WebGL; servers have no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--hide-scrollbars',
  '--mute-audio',
  '--deny-permission-prompts',
  // Everything goes through the gate: also loopback, also names, and no UDP beside it.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * With a new profile, behind a gate of its own, as the user it is to run as.
 * @throws NoSandbox when it would run without its sandbox; BrowserFailure when it does not start
 */
export async function startBrowser(setup: BrowserSetup): Promise<RunningBrowser> {
  const { profileDir, user } = setup;
  await makeProfile(profileDir, user);
  const gate = await openOriginGate(setup.origins, setup.onRefused);
  const child = spawn(
    setup.chromiumPath,
    [...flags, `--proxy-server=${gate.address}`, `--user-data-dir=${profileDir}`],
    {
      ...identityOf(user),
      // Where the server was started may be closed to that user.
      cwd: profileDir,
      // The server's environment holds its secrets.
      env: { HOME: profileDir, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A process group of its own, so that its helpers end with it.
      detached: true,
    },
  );
  const browser = {
    pipe: openBrowserPipe(child),
    async kill() {
      await ended(child);
      await gate.close();
      await rm(profileDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    await requireSandbox(browser.pipe, child.stderr);
  } catch (error) {
    await browser.kill();
    throw error;
  }
  return browser;
}

/** A server that was killed may have left one. */
async function makeProfile(profileDir: string, user: OsUser | null): Promise<void> {
  await rm(profileDir, { recursive: true, force: true });
  await mkdir(dirname(profileDir), { recursive: true });
  await mkdir(profileDir, { mode: 0o700 });
  if (!user) return;
  // Whatever our umask is, the user has to pass through; other files there are closed by themselves.
  await chmod(dirname(profileDir), 0o755);
  await chown(profileDir, user.uid, user.gid);
}

async function ended(child: ChildProcess): Promise<void> {
  const { pid } = child;
  // Never started: 'error' has told.
  if (pid === undefined) return;
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const exit = isOver ? null : once(child, 'exit');
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
  await exit;
}
