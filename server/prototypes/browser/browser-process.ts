// Starts Chromium for screen images: headless, alone in a profile that is thrown away, without the
// server's environment, and with no way out but the gate.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { type BrowserPipe, openBrowserPipe } from './browser-pipe.ts';
import { openOriginGate } from './origin-gate.ts';

export interface BrowserSetup {
  chromiumPath: string;
  /** Where its profile may lie; removed before it starts and after it ended. */
  profileDir: string;
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

/** With a new profile, behind a gate of its own. A program that can’t be started breaks the pipe. */
export async function startBrowser(setup: BrowserSetup): Promise<RunningBrowser> {
  const { profileDir } = setup;
  await rm(profileDir, { recursive: true, force: true });
  await mkdir(profileDir, { recursive: true });
  const gate = await openOriginGate(setup.origins, setup.onRefused);
  const child = spawn(
    setup.chromiumPath,
    [
      ...flags,
      // Chromium's own sandbox refuses root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--proxy-server=${gate.address}`,
      `--user-data-dir=${profileDir}`,
    ],
    {
      // The server's environment holds its secrets.
      env: { HOME: profileDir, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // A process group of its own, so that its helpers end with it.
      detached: true,
    },
  );
  return {
    pipe: openBrowserPipe(child),
    async kill() {
      await ended(child);
      await gate.close();
      await rm(profileDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
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
