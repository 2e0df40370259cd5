// The check of camera and microphone: what opens, what is missing or refused, and what changes meanwhile.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceCheck } from './device-check.ts';
import type { DeviceUses } from './device-stream.ts';

class Track extends EventTarget {
  readonly stop = vi.fn();
  readonly kind: 'audio' | 'video';
  constructor(kind: 'audio' | 'video') {
    super();
    this.kind = kind;
  }
}

interface Stream extends MediaStream {
  tracks: Track[];
}

function streamOf(...kinds: Track['kind'][]): Stream {
  const tracks = kinds.map((kind) => new Track(kind));
  const ofKind = (kind: string) => () => tracks.filter((track) => track.kind === kind);
  const stream = {
    tracks,
    getTracks: () => tracks,
    getVideoTracks: ofKind('video'),
    getAudioTracks: ofKind('audio'),
  };
  return stream as unknown as Stream;
}

/** A browser's setting of one device. */
class Setting extends EventTarget {
  state: PermissionState = 'granted';
  change(state: PermissionState): void {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

const BOTH = ['audioinput', 'videoinput'];
const open = vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>();
let devices: EventTarget & { kinds: string[] };
let settings: { camera: Setting; microphone: Setting };

beforeEach(() => {
  open.mockReset();
  open.mockImplementation(async ({ video }) =>
    streamOf('audio', ...(video ? ['video' as const] : [])),
  );
  settings = { camera: new Setting(), microphone: new Setting() };
  devices = Object.assign(new EventTarget(), {
    kinds: BOTH,
    getUserMedia: open,
    enumerateDevices: async () =>
      devices.kinds.map((kind) => ({ kind, deviceId: `a ${kind}`, label: `A ${kind}` })),
  });
  vi.stubGlobal('MediaStreamTrack', Track);
  vi.stubGlobal('navigator', {
    mediaDevices: devices,
    permissions: { query: async ({ name }: { name: 'camera' | 'microphone' }) => settings[name] },
  });
});
afterEach(() => vi.unstubAllGlobals());

const refusal = (name: string, message = '') => new DOMException(message, name);

async function check(uses: Partial<DeviceUses> = {}): Promise<DeviceCheck> {
  const opened = new DeviceCheck({ microphone: 'required', camera: 'required', ...uses });
  await opened.open();
  return opened;
}
const phaseOf = (of: DeviceCheck) => {
  const { phase, problem } = of.getSnapshot();
  return problem ?? phase;
};
const plug = (kinds: string[]) => {
  devices.kinds = kinds;
  devices.dispatchEvent(new Event('devicechange'));
};

describe('devices that are there', () => {
  it('are opened and listed, and let go', async () => {
    const opened = await check();
    const { stream, hasCamera, list } = opened.getSnapshot();
    expect([phaseOf(opened), hasCamera]).toEqual(['ready', true]);
    expect(list.cameras.map(({ label }) => label)).toEqual(['Default camera', 'A videoinput']);
    opened.close();
    expect((stream as Stream).tracks.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 1]);
    expect(opened.getSnapshot()).toMatchObject({ phase: 'idle', stream: null, hasCamera: false });
    plug([]);
    settings.camera.change('denied');
    expect(phaseOf(opened)).toBe('idle');
  });

  it('are those that are chosen, and the default ones where a choice is gone', async () => {
    const opened = await check();
    await opened.choose({ camera: 'another' });
    expect(open.mock.lastCall).toMatchObject([{ video: { deviceId: { exact: 'another' } } }]);
    open.mockRejectedValueOnce(refusal('OverconstrainedError'));
    await opened.choose({ microphone: 'gone' });
    expect(open.mock.lastCall).toMatchObject([{ audio: true }]);
    expect(phaseOf(opened)).toBe('ready');
  });

  it('are of the last question: the answer to an earlier one is let go', async () => {
    const late = streamOf('audio', 'video');
    let answer: (stream: MediaStream) => void = () => undefined;
    open.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const opened = new DeviceCheck({ microphone: 'required', camera: 'required' });
    const first = opened.open();
    await opened.open();
    answer(late);
    await first;
    expect(late.tracks.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 1]);
    expect(opened.getSnapshot().stream).not.toBe(late);
  });

  it('are not asked for where the test uses none', async () => {
    const opened = await check({ microphone: 'off', camera: 'off' });
    expect([phaseOf(opened), open.mock.calls]).toEqual(['ready', []]);
  });
});

describe('a device that is missing', () => {
  it.each([
    ['an optional camera beside a microphone', 'optional', ['audioinput'], 'ready'],
    ['an optional camera and the microphone', 'optional', [], 'no_microphone'],
    ['a camera that is needed', 'required', ['audioinput'], 'no_camera'],
  ] as const)('%s', async (...[, camera, kinds, phase]) => {
    devices.kinds = [...kinds];
    open.mockRejectedValueOnce(refusal('NotFoundError'));
    const opened = await check({ camera });
    expect(phaseOf(opened)).toBe(phase);
    expect(opened.getSnapshot().hasCamera).toBe(false);
  });

  it.each([
    ['no_camera', ['audioinput']],
    ['no_microphone', ['videoinput']],
  ])(
    '%s: is opened when it comes, and nothing is when the other one does',
    async (problem, kinds) => {
      devices.kinds = kinds;
      open.mockRejectedValueOnce(refusal('NotFoundError'));
      const opened = await check();
      plug([...kinds, ...kinds]);
      // A default of each kind, and the two that are there now.
      await vi.waitFor(() => {
        const { cameras, microphones } = opened.getSnapshot().list;
        expect([...cameras, ...microphones]).toHaveLength(4);
      });
      expect([phaseOf(opened), open.mock.calls.length]).toEqual([problem, 1]);
      plug(BOTH);
      await vi.waitFor(() => expect(phaseOf(opened)).toBe('ready'));
    },
  );

  it('is not opened after the check', async () => {
    devices.kinds = ['videoinput'];
    open.mockRejectedValue(refusal('NotFoundError'));
    const opened = await check();
    opened.endCheck();
    plug(BOTH);
    await vi.waitFor(() => expect(opened.getSnapshot().list.microphones).toHaveLength(2));
    expect([phaseOf(opened), open.mock.calls.length]).toEqual(['no_microphone', 1]);
  });
});

describe('a device that the settings refuse', () => {
  async function refused() {
    settings.camera.state = 'denied';
    open.mockRejectedValueOnce(refusal('NotAllowedError', 'Permission denied'));
    const opened = await check();
    expect(opened.getSnapshot()).toMatchObject({ problem: 'denied', blocked: ['camera'] });
    return opened;
  }

  it('is opened when they allow it', async () => {
    const opened = await refused();
    settings.camera.change('granted');
    await vi.waitFor(() => expect(phaseOf(opened)).toBe('ready'));
  });

  it('is asked for at the next press when they ask again', async () => {
    const opened = await refused();
    settings.camera.change('prompt');
    await vi.waitFor(() => expect(phaseOf(opened)).toBe('idle'));
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('is named beside another one', async () => {
    const opened = await refused();
    settings.microphone.change('denied');
    await vi.waitFor(() => {
      expect(opened.getSnapshot().blocked).toEqual(['camera', 'microphone']);
    });
  });

  it('is left out where the participant goes on without it', async () => {
    const opened = await refused();
    await opened.openWithout(['camera']);
    expect(open.mock.lastCall).toMatchObject([{ video: false }]);
    expect(opened.getSnapshot()).toMatchObject({ phase: 'ready', hasCamera: false });
    opened.close();
    expect(opened.getSnapshot().uses).toEqual({ microphone: 'required', camera: 'required' });
  });
});

describe('a device that ends', () => {
  const endOf = (of: DeviceCheck, kind: string) => {
    const { tracks } = of.getSnapshot().stream as Stream;
    tracks.find((track) => track.kind === kind)?.dispatchEvent(new Event('ended'));
  };

  it('a camera: the microphone goes on', async () => {
    const opened = await check();
    endOf(opened, 'video');
    expect(opened.getSnapshot()).toMatchObject({ phase: 'ready', hasCamera: false });
  });

  it.each([
    ['unplugged', 'granted', 'no_microphone'],
    ['taken back in the settings', 'denied', 'denied'],
  ] as const)('a microphone: %s', async (...[, state, problem]) => {
    const opened = await check();
    settings.microphone.state = state;
    endOf(opened, 'audio');
    await vi.waitFor(() => expect(phaseOf(opened)).toBe(problem));
  });

  it('one of an earlier stream changes nothing', async () => {
    const opened = await check();
    const { tracks } = opened.getSnapshot().stream as Stream;
    await opened.open();
    for (const track of tracks) track.dispatchEvent(new Event('ended'));
    expect(opened.getSnapshot()).toMatchObject({ phase: 'ready', hasCamera: true });
  });
});
