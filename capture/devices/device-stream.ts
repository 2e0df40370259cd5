// Opens camera and microphone: the chosen ones, the default where a choice is gone, no camera if need be.
import { DEFAULT_DEVICE_ID, hasDevice } from './device-list.ts';
import { isCameraMissing, isChoiceGone } from './media-problem.ts';

export interface SelectedDevices {
  /** Device ids; empty is the default. */
  camera: string;
  microphone: string;
}

/** Small and gentle on the encoder's processor: the camera is shown, not recorded. */
const CAMERA_SIZE = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 } };

/** Both devices; the default where a chosen one is gone; the microphone alone without a camera. @throws DOMException */
export async function openStream(chosen: SelectedDevices): Promise<MediaStream> {
  try {
    return await openBoth(chosen);
  } catch (error) {
    if (!isChoiceGone(error)) throw error;
    return openBoth({ camera: DEFAULT_DEVICE_ID, microphone: DEFAULT_DEVICE_ID });
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

async function openBoth(chosen: SelectedDevices): Promise<MediaStream> {
  const audio = chosen.microphone ? { deviceId: { exact: chosen.microphone } } : true;
  const camera = chosen.camera ? { deviceId: { exact: chosen.camera } } : {};
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio,
      video: { ...CAMERA_SIZE, ...camera },
    });
  } catch (error) {
    if (!isCameraMissing(error) || !hasDevice(await listDevices(), 'audioinput')) throw error;
    return navigator.mediaDevices.getUserMedia({ audio });
  }
}
