// Our typeface, asked for once the page in view can be used: until then its stand-in is shown (stand-in.css).

/** Without it every page stays readable, so a failure changes nothing but the look. */
export function loadTypeface(): void {
  import('./typeface.css').catch((error: unknown) =>
    console.warn('The typeface did not load; the stand-in stays.', error),
  );
}

/** Loads it when the browser has nothing more urgent to do. @returns what takes this back */
export function loadTypefaceWhenIdle(): () => void {
  // Safari has no idle callbacks: a moment after the page stands.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(loadTypeface, 300);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(loadTypeface, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
}
