// Addresses to which participants return, to the letter.
import { expect, it } from 'vitest';
import { redirectAddress } from './redirect-address.ts';
import { parametersIn } from './shared-participation.ts';

const values = [
  { name: 'PID', value: 'a/b&c=d#e' },
  { name: 'NAME', value: '日本 <b>' },
  { name: 'UP', value: '../../x' },
  { name: 'DOTS', value: '..' },
];

it.each([
  ['https://p.example/?id={{PID}}', 'https://p.example/?id=a%2Fb%26c%3Dd%23e'],
  ['https://p.example/{{NAME}}/x', 'https://p.example/%E6%97%A5%E6%9C%AC%20%3Cb%3E/x'],
  ['https://p.example/a/{{UP}}/b', 'https://p.example/a/..%2F..%2Fx/b'],
  [
    'https://p.example/?a={{PID}}&b={{PID}}#{{PID}}',
    `https://p.example/?a=a%2Fb%26c%3Dd%23e&b=a%2Fb%26c%3Dd%23e#a%2Fb%26c%3Dd%23e`,
  ],
  ['https://p.example/a/{{DOTS}}/b', 'https://p.example/a//b'],
  ['https://p.example/?id={{NOTHING}}', 'https://p.example/?id='],
  ['https://p.example/?id={{toString}}', 'https://p.example/?id='],
  ['https://p.example/{PID}', 'https://p.example/%7BPID%7D'],
])('%s', (template, expected) => {
  expect(redirectAddress(template, values)).toBe(expected);
});

it('reads the parameters that a test keeps: the first of each name, none that is too long', () => {
  const query = `?b=2&a=%201%20&a=3&long=${'x'.repeat(201)}&empty=&other=4`;
  expect(parametersIn(query, ['a', 'b', 'long', 'empty', 'none'])).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ]);
});
