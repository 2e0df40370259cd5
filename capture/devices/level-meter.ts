// Loudness of a microphone from 0 to 1, for the meter of the device check.
import { type Observable, Store } from '../store.ts';

export interface LevelMeter extends Observable<number> {
  stop: () => void;
}

/** About 20 ms at 48 kHz: one reading covers the time between two of them at 60 a second. */
const WINDOW_SAMPLES = 1024;
/** Readings a second are enough to look alive and cost next to nothing. */
const READ_EVERY_MS = 66;
/** Quieter than this is silence. */
const FLOOR_DB = -60;
/** Louder than this is a raised voice close to the microphone. */
const CEILING_DB = -12;
/** Steps the meter can show; smaller changes call no listener. */
const STEPS = 40;

/** Starts listening; silent (0) when the browser has no Web Audio. */
export function startLevelMeter(stream: MediaStream): LevelMeter {
  const level = new Store(0);
  if (typeof AudioContext === 'undefined' || stream.getAudioTracks().length === 0) {
    return { ...level, stop: () => undefined };
  }
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: WINDOW_SAMPLES });
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  const samples = new Float32Array(WINDOW_SAMPLES);
  const timer = setInterval(() => {
    // Browsers start a context without a gesture suspended.
    if (context.state === 'suspended') context.resume().catch(() => undefined);
    analyser.getFloatTimeDomainData(samples);
    level.set(levelOf(samples));
  }, READ_EVERY_MS);
  const stop = () => {
    clearInterval(timer);
    source.disconnect();
    context.close().catch(() => undefined);
  };
  return { ...level, stop };
}

/** Root mean square of samples in −1..1, in decibels, as 0 (silence) to 1 (a raised voice). */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length));
  const level = (decibels - FLOOR_DB) / (CEILING_DB - FLOOR_DB);
  return Math.round(Math.min(1, Math.max(0, level)) * STEPS) / STEPS;
}
