// Opens camera and microphone: the chosen ones, the default where a choice is gone, no camera if need be.
import type { TestDevices } from '#contract/shared-participation.ts';
import { DEFAULT_DEVICE_ID, hasDevice } from './device-list.ts';
import { isCameraMissing, isChoiceGone } from './media-problem.ts';

export interface SelectedDevices {
  /** Device ids; empty is the default. */
  camera: string;
  microphone: string;
}

/** Small and gentle on the encoder's processor: the camera is shown, not recorded. */
const CAMERA_SIZE = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 } };

/** Use of each device in the check: `off` also for one without which the participant goes on. */
export type DeviceUses = Pick<TestDevices, 'microphone' | 'camera'>;

/**
 * Opens the devices that are not off: the default where a chosen one is gone, the microphone alone where an optional camera
 * is missing.
 * @throws DOMException
 */
export async function openStream(chosen: SelectedDevices, uses: DeviceUses): Promise<MediaStream> {
  try {
    return await openUsed(chosen, uses);
  } catch (error) {
    if (!isChoiceGone(error)) throw error;
    return openUsed({ camera: DEFAULT_DEVICE_ID, microphone: DEFAULT_DEVICE_ID }, uses);
  }
}

/** Returns all devices, or an empty list if the browser does not report them. */
export async function listDevices(): Promise<MediaDeviceInfo[]> {
  return (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
}

/** Ends every track: the only thing that ends the browser's recording sign. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function openUsed(chosen: SelectedDevices, uses: DeviceUses): Promise<MediaStream> {
  const audio =
    uses.microphone !== 'off' &&
    (chosen.microphone ? { deviceId: { exact: chosen.microphone } } : true);
  const camera = chosen.camera ? { deviceId: { exact: chosen.camera } } : {};
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio,
      video: uses.camera !== 'off' && { ...CAMERA_SIZE, ...camera },
    });
  } catch (error) {
    const isCameraNeeded = uses.camera !== 'optional' || audio === false;
    if (isCameraNeeded || !isCameraMissing(error)) throw error;
    if (!hasDevice(await listDevices(), 'audioinput')) throw error;
    return navigator.mediaDevices.getUserMedia({ audio });
  }
}
