// Table tests: user agent → where that browser stores the permission.
import { expect, it } from 'vitest';
import { permissionHelp } from './permission-help.ts';

const blink = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${blink} Chrome/140.0.0.0 Safari/537.36`, 'In Chrome, press the icon left'],
  [`${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'In Edge, press'],
  [`${blink} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`, 'Open the settings of this site'],
  ['Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0', 'In Firefox, press'],
  [`${blink} Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.5`, 'Open the settings of this site'],
  ['Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15', 'In Safari, open the Safari menu'],
  ['something else', 'Open the settings of this site'],
])('names the setting of %s', (userAgent, start) => {
  const help = permissionHelp(userAgent, ['camera', 'microphone']);
  expect(help.startsWith(start)).toBe(true);
  expect(help).toContain('Camera and Microphone');
  expect(help.endsWith(', then try again.')).toBe(true);
});

it('names the one device that is blocked', () => {
  const chrome = `${blink} Chrome/140.0.0.0 Safari/537.36`;
  expect(permissionHelp(chrome, ['microphone'])).toContain('switch Microphone on');
  expect(permissionHelp(chrome, ['camera'])).toContain('switch Camera on');
  expect(permissionHelp(chrome, [])).toContain('switch Camera and Microphone on');
});
