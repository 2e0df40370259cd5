// Suggested name and task of a first test on the sample prototype.

/** Suggested name of a test on the sample prototype. */
export const SAMPLE_TEST_NAME = 'Little Fern: a plant as a gift';

/** Suggested task, which takes a minute and includes a scrolled page, an overlay and a wrong turn or two. */
export const SAMPLE_TASK =
  'A friend has moved into a flat with a dark hallway. Find a plant that will be happy there and order it as a gift.';
