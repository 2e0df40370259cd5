// EBML's variable-size numbers and elements, by the examples and limits of RFC 8794.
import { describe, expect, it } from 'vitest';
import {
  element,
  floatElement,
  readChildren,
  readHead,
  readUint,
  readVint,
  sizeField,
  uintElement,
  writeHead,
  writeUint,
} from './ebml.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('readHead', () => {
  it.each([
    ['A3 82', { id: 0xa3, dataBytes: 2, headBytes: 2 }],
    ['A3 40 02', { id: 0xa3, dataBytes: 2, headBytes: 3 }],
    ['1A 45 DF A3 9F 00', { id: 0x1a45dfa3, dataBytes: 31, headBytes: 5 }],
    ['EC 80', { id: 0xec, dataBytes: 0, headBytes: 2 }],
    ['1F 43 B6 75 FF', { id: 0x1f43b675, dataBytes: undefined, headBytes: 5 }],
    [
      '1F 43 B6 75 01 FF FF FF FF FF FF FF',
      { id: 0x1f43b675, dataBytes: undefined, headBytes: 12 },
    ],
    ['A3 01 00 00 00 01 00 00 00', { id: 0xa3, dataBytes: 2 ** 24, headBytes: 9 }],
  ])('reads %s', (bytes, head) => {
    expect(readHead(hex(bytes))).toEqual({ head });
  });

  it.each([
    ['', 1],
    ['1A', 5],
    ['1A 45 DF', 5],
    ['A3', 2],
    ['A3 40', 3],
    ['1F 43 B6 75 01 FF', 12],
  ])('asks for more after %j', (bytes, need) => {
    expect(readHead(hex(bytes))).toEqual({ need });
  });

  it.each(['08 00', '00', 'A3 00', 'A3 01 FF FF FF FF FF FF FE'])('refuses %s [1.4.2]', (bytes) => {
    expect(readHead(hex(bytes))).toHaveProperty('invalid');
  });
});

describe('sizeField', () => {
  it.each([
    [0, 1, '80'],
    [126, 1, 'fe'],
    [127, 2, '407f'],
    [1, 8, '0100000000000001'],
    [2 ** 40, 8, '0100010000000000'],
    [16_382, 2, '7ffe'],
  ])('writes %i in %i bytes', (value, width, expected) => {
    const field = sizeField(value, width) ?? new Uint8Array();
    expect(Buffer.from(field).toString('hex')).toBe(expected);
    expect(readVint(field)).toBe(value);
  });

  it.each([
    [127, 1],
    [128, 1],
    [16_383, 2],
  ])('has no room for %i in %i bytes: all ones mean unknown', (value, width) => {
    expect(sizeField(value, width)).toBeUndefined();
  });
});

describe('elements', () => {
  it.each([0, 1, 255, 256, 65_535, 2 ** 32, Number.MAX_SAFE_INTEGER])(
    'writes and reads %i',
    (value) => {
      const [child] = readChildren(uintElement(0x4489, value));
      expect(child?.id).toBe(0x4489);
      expect(readUint(child?.data ?? new Uint8Array())).toBe(value);
      expect(readUint(writeUint(value, 8))).toBe(value);
    },
  );

  it('writes a float', () => {
    const [child] = readChildren(floatElement(0x4489, 1234.5));
    expect(Buffer.from(child?.data ?? []).readDoubleBE()).toBe(1234.5);
  });

  it('takes the shortest size that holds the data', () => {
    expect(element(0xec, new Uint8Array(126)).length).toBe(128);
    expect(element(0xec, new Uint8Array(127)).length).toBe(130);
    expect(writeHead(0x18538067, 5).length).toBe(12);
  });

  it('stops at the first element that is not whole', () => {
    const bytes = Buffer.concat([uintElement(0x83, 1), uintElement(0xd7, 300).subarray(0, 3)]);
    expect([...readChildren(bytes)].map((child) => child.id)).toEqual([0x83]);
  });
});
