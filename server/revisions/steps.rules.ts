// Steps of a revision.

/** Position of the one task that a test has. Routes and services pass it on; rows and rules take it as a parameter. */
export const TASK_STEP = 1;
