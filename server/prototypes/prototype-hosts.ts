// The configured design tools: the real one (or what stands in for it) and the sample.
import type { Config } from '#server/config.ts';
import type { PrototypeHost } from './prototype-host.ts';

/** The sample asks for some token, as the design tool does; it protects nothing. */
const SAMPLE_TOKEN = 'sample';

/** @param sampleOrigin where the sample is served; null: it isn't. */
export function prototypeHosts(
  figma: Config['figma'],
  sampleOrigin: string | null,
): PrototypeHost[] {
  const designTool = { name: 'Figma', ...figma };
  if (sampleOrigin === null) return [designTool];
  const sample = {
    name: 'Sample prototype',
    webOrigin: sampleOrigin,
    embedOrigin: sampleOrigin,
    messageOrigin: sampleOrigin,
    apiOrigin: sampleOrigin,
    clientId: 'tryout',
    token: SAMPLE_TOKEN,
  };
  return [designTool, sample];
}
