// The stand-in's pages: one form, one error. Plain HTML that works without JavaScript.
import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/platform/http/escape-html.ts';
import { pageStyle } from './page-style.ts';

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
