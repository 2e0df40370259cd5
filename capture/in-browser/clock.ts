// A clock in a picture: white and black cells, as a Gray code, so that a blurred change is one step off.

/** 2^14 steps are 13 minutes. */
export const CLOCK_BITS = 14;
/** Still ten pixels after the picture was made four times smaller. */
export const CLOCK_CELL_PX = 40;
export const CLOCK_STEP_MS = 50;

/**
 * Paints the time since a start into the page, and beside it something that is hard to encode.
 * @returns every time that it painted, in ms since the start; grows while the page lives
 */
export function showClockSince(startMs: number): readonly number[] {
  const paintedAtMs: number[] = [];
  const canvas = document.createElement('canvas');
  canvas.width = 1000;
  canvas.height = 600;
  canvas.style.cssText = 'position:fixed;left:0;top:0';
  document.body.append(canvas);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const paint = () => {
    const nowMs = performance.now() - startMs;
    paintedAtMs.push(nowMs);
    const steps = Math.floor(nowMs / CLOCK_STEP_MS);
    const gray = steps ^ (steps >> 1);
    for (let bit = 0; bit < CLOCK_BITS; bit += 1) {
      context.fillStyle = (gray >> (CLOCK_BITS - 1 - bit)) & 1 ? '#fff' : '#000';
      context.fillRect(bit * CLOCK_CELL_PX, 0, CLOCK_CELL_PX, CLOCK_CELL_PX);
    }
    for (let spot = 0; spot < 150; spot += 1) {
      context.fillStyle = `hsl(${Math.random() * 360} 60% 50%)`;
      context.fillRect(Math.random() * 960, 60 + Math.random() * 500, 40, 40);
    }
    requestAnimationFrame(paint);
  };
  paint();
  return paintedAtMs;
}
