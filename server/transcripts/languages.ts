// Languages of transcripts: as recognisers name them, as PostgreSQL searches them, and which way they are read.

/** Language → its configuration of full text search in PostgreSQL 15; others are searched as parts of a text. */
const configs: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** Returns the search configuration of a language, or null if PostgreSQL has none. */
export function searchConfigOf(language: string | null): string | null {
  return language === null ? null : (configs[new Intl.Locale(language).language] ?? null);
}

/** Longer than the English name of any language, and than any tag in use. */
const NAME_MAX_CHARACTERS = 64;

/** Returns the BCP 47 tag of a recogniser's language: `en`, `en-US`, `english`; null for anything else. */
export function languageOf(language: unknown): string | null {
  if (typeof language !== 'string' || language.length > NAME_MAX_CHARACTERS) return null;
  const name = language.trim().toLowerCase();
  return named(name) ?? tagOf(name.replaceAll('_', '-'));
}

function tagOf(text: string): string | null {
  // Two or three letters, perhaps with a script or region: a name such as 'welsh' would pass for a tag.
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(text)) return null;
  try {
    const [tag = null] = Intl.getCanonicalLocales(text);
    return tag;
  } catch {
    return null; // no tag of a language
  }
}

/** The two-letter code of a language's English name. */
function named(name: string): string | null {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      if (names.of(first + second)?.toLowerCase() === name) return first + second;
    }
  }
  return null;
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Scripts that are written from right to left (Unicode's UCD, those of living languages). */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'Arab',
  'Hebr',
  'Syrc',
  'Thaa',
  'Nkoo',
  'Adlm',
  'Rohg',
]);
const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;

/** Returns the direction of a language, or of the text's first letter if the language is unknown. */
export function directionOf(language: string | null, text: string): 'ltr' | 'rtl' {
  if (language !== null) {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
  }
  return rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}
