// The stand-in's pages: one form, one error. Plain HTML that works without JavaScript.
import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/platform/http/escape-html.ts';

// The style of the stand-in's pages: the app's colours and type (web/styles/tokens.css), light or dark like the
// system.

const pageStyle = `
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

export interface SignInPage {
  /** The address that receives the form. */
  action: string;
  values: { email: string; name: string };
  errors: { email?: string | undefined; name?: string | undefined };
}

/** The only style that the pages may have, by its hash (CSP Level 3, section 6.7.3.3). */
const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** @param redirectOrigin where the form's answer leads in the end. */
export function pageHeaders(redirectOrigin: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self' ${redirectOrigin}; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

export function signInPage({ action, values, errors }: SignInPage): string {
  return page(
    'Sign in to Tryout',
    `<h1>Sign in to Tryout</h1>
<p class="note"><strong>Stand-in sign-in.</strong> No password, only on this machine: any email and name will do. The same email is the same account next time.</p>
<form method="post" action="${escapeHtml(action)}">
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', value: values.email, error: errors.email, focus: !errors.name || Boolean(errors.email) })}
${field({ name: 'name', label: 'Name', type: 'text', autocomplete: 'name', value: values.name, error: errors.name, focus: Boolean(errors.name) && !errors.email })}
<div class="actions">
<button type="submit">Continue</button>
<button type="submit" name="cancel" value="1" class="quiet" formnovalidate>Cancel</button>
</div>
</form>`,
  );
}

/** @param home address of the app. */
export function problemPage(sentence: string, home: string): string {
  return page(
    'Sign-in did not work',
    `<h1>That did not work</h1>
<p class="note">${escapeHtml(sentence)}</p>
<p><a class="button" href="${escapeHtml(home)}">Back to Tryout</a></p>`,
  );
}

interface FieldOptions {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  value: string;
  error: string | undefined;
  focus: boolean;
}

function field({ name, label, type, autocomplete, value, error, focus }: FieldOptions): string {
  const wrong = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  return `<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="254" required${wrong}${focus ? ' autofocus' : ''} value="${escapeHtml(value)}">
${error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ''}
</div>`;
}

const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="14" cy="14" r="13" fill="#f4412f"/><circle cx="14" cy="14" r="8.5" fill="#ff8a1f"/><circle cx="14" cy="14" r="4" fill="#ffd84d"/><path class="pointer" d="M13.4 12.2 30 18.6c.9.4.9 1.6 0 1.9l-6.3 2.2-2.6 6.3c-.4.9-1.6.8-1.9-.1l-7-15.4c-.4-.8.4-1.6 1.2-1.3Z" stroke-width="2" stroke-linejoin="round"/></svg>';

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<p class="brand">${mark}<span>Tryout</span></p>
${content}
</main>
</body>
</html>
`;
}
