// Starts Chromium for screen images: headless, in its own sandbox, never as root, with a temporary profile of its own,
// without the server's environment, and with network access through the gate only.
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
  /** Path of the browser's profile, which is removed before it starts and after it ended. */
  profileDir: string;
  /** The user that runs the browser, or null for the server's own user. */
  user: OsUser | null;
  /** The only origins that the browser may reach. */
  origins: readonly string[];
  onRefused: (origin: string) => void;
}

export interface RunningBrowser {
  pipe: BrowserPipe;
  /** Ends the browser with everything it started. Does nothing if it has ended. */
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
  // Containers have 64 MB for /dev/shm, too little for a page.
  '--disable-dev-shm-usage',
  // Design tools draw with WebGL; servers have no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--hide-scrollbars',
  '--mute-audio',
  '--deny-permission-prompts',
  // All requests use the gate, also to loopback and by name, and no UDP bypasses it.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * Starts the browser as its user, with a new profile and behind its own gate.
 * @throws NoSandbox if it would run without its sandbox; BrowserFailure if it does not start
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
      // The other user may have no access to the folder in which the server was started.
      cwd: profileDir,
      // The server's environment contains its secrets.
      env: { HOME: profileDir, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // The browser has its own process group, so that its helpers end with it.
      detached: true,
    },
  );
  const browser = {
    pipe: openBrowserPipe(child),
    async kill() {
      await killGroup(child);
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

/** Creates the profile folder. A server that was killed may have left an old one. */
async function makeProfile(profileDir: string, user: OsUser | null): Promise<void> {
  await rm(profileDir, { recursive: true, force: true });
  await mkdir(dirname(profileDir), { recursive: true });
  await mkdir(profileDir, { mode: 0o700 });
  if (!user) return;
  // The user needs access to the parent folder whatever the umask is; other files there have their own permissions.
  await chmod(dirname(profileDir), 0o755);
  await chown(profileDir, user.uid, user.gid);
}

async function killGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  // The process never started, which 'error' has reported.
  if (pid === undefined) return;
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const exit = isOver ? null : once(child, 'exit');
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
  await exit;
}
