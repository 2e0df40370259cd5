// The name of a layer as people read it and as it can be stored: designers name layers as they like.
import type { DesignNode } from './design-tool.schema.ts';

/** Control characters and halves of characters are taken out, longer names cut; null: nothing is left to show. */
export function layerName({ name }: DesignNode, maxCharacters: number): string | null {
  const plain = (name ?? '').replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim();
  return plain === '' ? null : [...plain].slice(0, maxCharacters).join('');
}
