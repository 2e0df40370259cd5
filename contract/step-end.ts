// The ways in which a participant ends a step.
import { z } from 'zod/mini';

/** The participant's way to end a task; other steps end as `done`. */
export const stepEnd = z.enum(['done', 'stuck']);
export type StepEnd = z.infer<typeof stepEnd>;
