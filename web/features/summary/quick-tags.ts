// The tags of the keys 1 to 9. A tag keeps its key; a new one takes a free key, or that of the tag used longest ago.

/** Number of keys. */
const KEYS = 9;

export interface QuickTags {
  /** By key, from 1. */
  tags: readonly string[];
  /** Those that were used, the last one first. */
  lastUsed: readonly string[];
}

/** @param known tags of the texts and of the test, the most frequent first */
export function quickTagsOf(known: readonly string[]): QuickTags {
  return { tags: [...new Set(known)].slice(0, KEYS), lastUsed: [] };
}

export function withUsed({ tags, lastUsed }: QuickTags, tag: string): QuickTags {
  const used = [tag, ...lastUsed.filter((one) => one !== tag)];
  if (tags.includes(tag)) return { tags, lastUsed: used };
  if (tags.length < KEYS) return { tags: [...tags, tag], lastUsed: used };
  const ages = tags.map((one) => {
    const at = used.indexOf(one);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  });
  const oldest = ages.lastIndexOf(Math.max(...ages));
  return { tags: tags.with(oldest, tag), lastUsed: used };
}
