// What stands in a participant's way before a session records.
import { z } from 'zod/mini';

/** What stood in the way of recording, as a participant's page tells it. */
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
