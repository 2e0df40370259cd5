// Answers calls about the installation itself.
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';
import { checkHealth } from './system.service.ts';

export function systemHandlers(parts: Pick<Parts, 'db'>): HandlersOf<'system'> {
  return { health: () => checkHealth(parts) };
}
