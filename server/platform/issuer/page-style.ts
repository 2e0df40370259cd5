// The style of the stand-in's pages: the app's colours and type (web/styles/tokens.css), light or dark like the
// system.

export const pageStyle = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#f3f6f7, #0c1214);
  --surface: light-dark(#ffffff, #141c1f);
  --line: light-dark(#d6dee1, #2a3539);
  --line-strong: light-dark(#76848a, #708087);
  --text: light-dark(#0e1619, #ebf0f1);
  --muted: light-dark(#53616a, #a2b0b5);
  --hover: light-dark(#e4eaec, #222d31);
  --ink: light-dark(#111a1d, #ebf0f1);
  --ink-hover: light-dark(#2c393e, #ffffff);
  --on-ink: light-dark(#ffffff, #0c1214);
  --accent: light-dark(#00667a, #5cc5da);
  --danger: light-dark(#b3201f, #ff8f87);
  --warning: light-dark(#7a4500, #eeb04c);
  --warning-soft: light-dark(#fdf0d5, #352407);
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 1.5rem 1rem;
  background: var(--canvas);
  color: var(--text);
  font: 1rem/1.5625rem "Segoe UI Variable Text", "Segoe UI", Inter, -apple-system, BlinkMacSystemFont,
    "Helvetica Neue", Roboto, "Ubuntu Sans", Ubuntu, Cantarell, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  -webkit-font-smoothing: antialiased;
  text-rendering: optimizeLegibility;
}
main {
  width: min(100%, 26rem);
  padding: clamp(1.5rem, 6vw, 2.5rem);
  border: 1px solid var(--line);
  border-radius: 1.125rem;
  background: var(--surface);
  box-shadow: 0 2px 6px light-dark(rgb(14 40 48 / 6%), rgb(0 0 0 / 45%)),
    0 28px 64px -24px light-dark(rgb(14 40 48 / 34%), rgb(0 0 0 / 80%));
}
.brand {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  margin-bottom: 1.75rem;
  font-size: 1.3rem;
  font-weight: 700;
  line-height: 1;
  letter-spacing: -0.045em;
}
.brand svg { width: 1.75rem; height: 1.75rem; }
.pointer { fill: var(--text); stroke: var(--surface); }
h1 {
  margin-bottom: 0.75rem;
  font-size: 1.625rem;
  font-weight: 650;
  line-height: 2rem;
  letter-spacing: -0.02em;
  text-wrap: balance;
}
.note {
  margin-bottom: 1.75rem;
  padding: 0.625rem 0.875rem;
  border-radius: 0.5rem;
  background: var(--warning-soft);
  color: var(--warning);
  font-size: 0.875rem;
  line-height: 1.3125rem;
  text-wrap: pretty;
}
.field { margin-bottom: 1.125rem; }
label { display: block; margin-bottom: 0.375rem; font-size: 0.875rem; font-weight: 600; line-height: 1.3125rem; }
input {
  width: 100%;
  height: 2.75rem;
  padding: 0 0.75rem;
  border: 1px solid var(--line-strong);
  border-radius: 0.5rem;
  background: var(--surface);
  color: inherit;
  font: inherit;
}
input[aria-invalid] { border-color: var(--danger); }
.error { margin-top: 0.375rem; color: var(--danger); font-size: 0.875rem; line-height: 1.3125rem; }
.actions { display: flex; gap: 0.5rem; margin-top: 1.75rem; }
button, .button {
  flex: 1;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.75rem;
  padding: 0 1.25rem;
  border: 0;
  border-radius: 0.5rem;
  background: var(--ink);
  color: var(--on-ink);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--ink-hover); }
.quiet { flex: none; background: transparent; color: var(--text); }
.quiet:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input:focus-visible { outline-offset: -1px; border-color: var(--accent); }
`;
