// What the browser's settings say about camera and microphone, and when they change.
import { type DeviceFacts, hasDevice } from './device-list.ts';
import type { PermissionFacts } from './media-problem.ts';
import type { BlockedDevice } from './permission-help.ts';

const names = ['camera', 'microphone'] as const;

/** Asked after a refusal, to tell why. */
export async function permissionFacts(devices: readonly DeviceFacts[]): Promise<PermissionFacts> {
  const [camera, microphone] = await Promise.all(names.map(stateOf));
  return {
    camera: camera ?? null,
    microphone: microphone ?? null,
    hasMicrophone: hasDevice(devices, 'audioinput'),
  };
}

/** What the settings refuse; empty where the browser does not tell. */
export function blockedDevices(facts: PermissionFacts): BlockedDevice[] {
  return names.filter((name) => facts[name] === 'denied');
}

/** Tells each change of either setting until aborted; silent where the browser does not tell. */
export async function watchPermissions(onChange: () => void, signal: AbortSignal): Promise<void> {
  for (const status of await Promise.all(names.map(statusOf))) {
    status?.addEventListener('change', onChange, { signal });
  }
}

async function stateOf(name: BlockedDevice): Promise<PermissionState | null> {
  return (await statusOf(name))?.state ?? null;
}

async function statusOf(name: BlockedDevice): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name });
  } catch {
    // Firefox before 128 and Safari don't know these names: then nothing is known.
    return null;
  }
}
