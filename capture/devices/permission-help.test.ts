import { expect, it } from 'vitest';
import { permissionHelp } from './permission-help.ts';

const webkit = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${webkit} Chrome/140.0.0.0 Safari/537.36`, 'In Chrome'],
  [`${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'In Edge'],
  ['Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0', 'In Firefox'],
  [`${webkit} Version/18.0 Safari/605.1.15`, 'In Safari'],
  ['something else', 'Open the settings'],
])('names the setting of %s', (userAgent, start) => {
  expect(permissionHelp(userAgent).startsWith(start)).toBe(true);
});
