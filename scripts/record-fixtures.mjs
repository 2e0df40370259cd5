// Records the short videos of testing/fixtures in real browsers, so that media code is tested on what MediaRecorder produces.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { chromium } from 'playwright-core';

// Debian's paths; variables can override them.
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const FOLDER = join(import.meta.dirname, '..', 'testing', 'fixtures');
const FFMPEG = process.env.FFMPEG_PATH ?? '/usr/bin/ffmpeg';
// Any free port of loopback works: getUserMedia needs a secure context, which 127.0.0.1 is.
const PORT = Number(process.env.PORT ?? 4290);
// Two seconds more than the longest fixture plus a browser's start on a busy machine.
const PATIENCE_MS = 60_000;

// Small pictures and low rates limit the committed files to a megabyte in total.
const FIXTURES = [
  { name: 'vp8-opus', browser: 'chromium', mimeType: 'video/webm;codecs=vp8,opus', seconds: 6 },
  { name: 'vp9-opus', browser: 'chromium', mimeType: 'video/webm;codecs=vp9,opus', seconds: 6 },
  { name: 'av1-opus', browser: 'chromium', mimeType: 'video/webm;codecs=av1,opus', seconds: 4 },
  { name: 'vp8-only', browser: 'chromium', mimeType: 'video/webm;codecs=vp8', seconds: 4 },
  { name: 'opus-only', browser: 'chromium', mimeType: 'audio/webm;codecs=opus', seconds: 5 },
  {
    name: 'firefox-vp8-opus',
    browser: 'firefox',
    mimeType: 'video/webm;codecs=vp8,opus',
    seconds: 5,
  },
  {
    name: 'firefox-opus-only',
    browser: 'firefox',
    mimeType: 'audio/webm;codecs=opus',
    seconds: 4,
  },
  {
    name: 'h264-opus',
    browser: 'chromium',
    mimeType: 'video/mp4;codecs=avc1.42E01E,opus',
    seconds: 6,
  },
  { name: 'mp4-vp9-opus', browser: 'chromium', mimeType: 'video/mp4;codecs=vp9,opus', seconds: 4 },
];

// Recordings of Safari can't be made here, so ffmpeg writes H.264 and AAC in fragments, in Safari's layout and others.
const SOURCE = [
  ...['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=15:duration=5'],
  ...['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000:duration=5'],
  ...[
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '30',
    '-b:v',
    '60k',
    '-c:a',
    'aac',
    '-b:a',
    '24k',
  ],
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
];
const MADE = [
  // Like Safari: no frame refers to a later one, and every fragment has its own start time.
  {
    name: 'h264-aac',
    options: ['-bf', '0', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  },
  // Like other writers: reordered frames, an edit list, data at absolute positions, another time scale.
  {
    name: 'h264-aac-reordered',
    options: ['-bf', '2', '-movflags', 'frag_keyframe+delay_moov', '-video_track_timescale', '600'],
  },
  // Like whole uploads of other programs: no fragments.
  { name: 'h264-aac-whole', options: ['-bf', '2'] },
];

const PAGE = `<!doctype html><title>record</title><canvas width="160" height="90"></canvas><script>
const asked = new URLSearchParams(location.search);
const canvas = document.querySelector('canvas');
const brush = canvas.getContext('2d');
let drawn = 0;
setInterval(() => {
  brush.fillStyle = 'hsl(' + (drawn * 7) % 360 + ' 60% 50%)';
  brush.fillRect(0, 0, 160, 90);
  brush.fillStyle = '#fff';
  brush.fillRect((drawn * 3) % 160, 30, 20, 20);
  drawn += 1;
}, 66);
async function record() {
  const mimeType = asked.get('mimeType');
  const tracks = [];
  if (mimeType.startsWith('video')) tracks.push(...canvas.captureStream(15).getTracks());
  if (mimeType.includes('opus')) tracks.push(...(await navigator.mediaDevices.getUserMedia({ audio: true })).getTracks());
  const recorder = new MediaRecorder(new MediaStream(tracks), {
    mimeType, videoBitsPerSecond: 100_000, audioBitsPerSecond: 24_000, videoKeyFrameIntervalDuration: 2000,
  });
  const pieces = [];
  recorder.ondataavailable = (event) => pieces.push(event.data);
  const stopped = new Promise((done) => { recorder.onstop = done; });
  recorder.start(1000);
  setTimeout(() => recorder.stop(), Number(asked.get('seconds')) * 1000);
  await stopped;
  const sizes = pieces.map((piece) => piece.size).join(',');
  await fetch('/done?sizes=' + sizes, { method: 'POST', body: new Blob(pieces) });
}
record().catch((error) => fetch('/failed', { method: 'POST', body: String(error) }));
</script>`;

/** Serves the page and returns the recording that it posts, one at a time. */
function startServer() {
  const state = { finish: undefined };
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      state.finish({ url: request.url, body: await buffer(request) });
      response.end();
      return;
    }
    response.setHeader('content-type', 'text/html').end(PAGE);
  });
  server.listen(PORT, '127.0.0.1');
  return {
    server,
    next: () =>
      new Promise((resolve) => {
        state.finish = resolve;
      }),
  };
}

async function openInChromium(address) {
  const { DISPLAY: _display, ...env } = process.env;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    env,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  const page = await browser.newPage();
  await page.goto(address);
  return () => browser.close();
}

async function openInFirefox(address) {
  const profile = await mkdtemp(join(tmpdir(), 'tryout-firefox-'));
  const prefs = [
    ['media.navigator.streams.fake', true],
    ['media.navigator.permission.disabled', true],
    ['browser.shell.checkDefaultBrowser', false],
    ['datareporting.policy.dataSubmissionEnabled', false],
    ['app.update.enabled', false],
  ];
  const lines = prefs.map(([name, value]) => `user_pref("${name}", ${value});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(FIREFOX, ['--headless', '--no-remote', '--profile', profile, address], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}

async function record(fixture, next) {
  const query = new URLSearchParams({ mimeType: fixture.mimeType, seconds: fixture.seconds });
  const answer = next();
  const open = fixture.browser === 'firefox' ? openInFirefox : openInChromium;
  const close = await open(`http://127.0.0.1:${PORT}/?${query}`);
  const late = new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error(`${fixture.name}: the browser sent no recording`)),
      PATIENCE_MS,
    ).unref();
  });
  try {
    const { url, body } = await Promise.race([answer, late]);
    if (!url.startsWith('/done')) throw new Error(`${fixture.name}: ${body}`);
    const ending = fixture.mimeType.includes('mp4') ? 'mp4' : 'webm';
    await writeFile(join(FOLDER, `${fixture.name}.${ending}`), body);
    console.info(
      fixture.name,
      body.length,
      'bytes; pieces',
      new URL(url, 'http://x').searchParams.get('sizes'),
    );
  } finally {
    await close();
  }
}

function make({ name, options }) {
  const path = join(FOLDER, `${name}.mp4`);
  execFileSync(FFMPEG, ['-v', 'error', '-y', ...SOURCE, ...options, path]);
  console.info(name, statSync(path).size, 'bytes');
}

const names = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const { server, next } = startServer();
try {
  for (const fixture of FIXTURES) {
    if (names.length > 0 && !names.includes(fixture.name)) continue;
    if (fixture.browser === 'firefox' && !existsSync(FIREFOX)) {
      console.warn(`${fixture.name} left out: no Firefox at ${FIREFOX}`);
      continue;
    }
    await record(fixture, next);
  }
  for (const fixture of MADE) {
    if (names.length === 0 || names.includes(fixture.name)) make(fixture);
  }
} finally {
  server.close();
}
