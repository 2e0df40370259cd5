// The name of a layer in a form that can be displayed and stored, because designers name layers freely.
import type { DesignNode } from './design-tool.schema.ts';

/** Removes control characters and unpaired surrogates, and cuts long names. Returns null if nothing remains. */
export function layerName({ name }: DesignNode, maxCharacters: number): string | null {
  const plain = (name ?? '').replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim();
  return plain === '' ? null : [...plain].slice(0, maxCharacters).join('');
}
