// Names in sentences: what they may contain, and what is left of it there.
import { describe, expect, it } from 'vitest';
import { isolateName, removeBreakers } from './bidi-isolate.ts';

describe('isolateName', () => {
  it.each([
    ['Grace Hopper', 'Grace Hopper'],
    ['“Zoë” / 🌿 №5', '“Zoë” / 🌿 №5'],
    ['מרים', '\u2068מרים\u2069'],
    ['محمد علي', '\u2068محمد علي\u2069'],
    ['Bob \u202Enigol', '\u2068Bob \u202Enigol\u2069'],
    ['a\u200Fb', '\u2068a\u200Fb\u2069'],
    ['𞤀𞤣𞤤𞤢𞤥', '\u2068𞤀𞤣𞤤𞤢𞤥\u2069'],
    ['out\u2069 of\u2029 \u202Eit', '\u2068out of \u202Eit\u2069'],
  ])('%j becomes %j [1.3.3]', (name, text) => {
    expect(isolateName(name)).toBe(text);
  });
});

it('withoutBreakers keeps letters, marks and overrides', () => {
  expect(removeBreakers('\u2067a\u202Eb\u2069\u200Fc\u2028')).toBe('a\u202Eb\u200Fc');
});
