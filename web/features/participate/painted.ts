// Waits until what was rendered is on the screen.

/** Maximum wait for a frame, because a tab behind the shared window is not painted. */
const PAINT_LIMIT_MS = 250;

/** Resolves when the rendered state is on the screen: one frame after the next. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_LIMIT_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
