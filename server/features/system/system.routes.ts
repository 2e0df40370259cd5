// Answers calls about the installation itself.
import type { HandlersOf } from '#server/http/handlers.ts';
import { checkHealth, describe, type SystemParts } from './system.service.ts';

export function systemHandlers(parts: SystemParts): HandlersOf<'system'> {
  return {
    about: async () => describe(parts),
    health: () => checkHealth(parts),
  };
}
