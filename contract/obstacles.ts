// Obstacles for a participant before a session records.
import { z } from 'zod/mini';

/** Reason why recording could not begin, as a participant's page reports it. */
export const obstacle = z.enum([
  'no_microphone',
  'microphone_refused',
  'no_camera',
  'camera_refused',
  'sharing_refused',
  'browser_unable',
  'test_closed',
  'test_full',
  'already_taken',
]);
export type Obstacle = z.infer<typeof obstacle>;
