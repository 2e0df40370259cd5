// Answers the calls of the consent text.
import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { changeConsent, consentTextsOf } from './consent.service.ts';

export function consentHandlers(parts: Parts): HandlersOf<'consent'> {
  return {
    list: ({ caller }) => consentTextsOf(parts, caller),
    change: ({ caller, body }) => changeConsent(parts, caller, body.text),
  };
}
