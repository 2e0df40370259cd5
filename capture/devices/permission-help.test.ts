// Table tests: user agent → where that browser keeps the permission.
import { expect, it } from 'vitest';
import { permissionHelp } from './permission-help.ts';

const blink = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';

it.each([
  [`${blink} Chrome/140.0.0.0 Safari/537.36`, 'In Chrome, press the icon left'],
  [`${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'In Edge, press'],
  [`${blink} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`, 'Open the settings of this site'],
  ['Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0', 'In Firefox, press'],
  ['Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15', 'In Safari, open the Safari menu'],
  [`${android} Chrome/140.0.0.0 Mobile Safari/537.36`, 'In Chrome, tap the icon left'],
  [`${android} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0`, 'In Edge, tap'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'In Firefox, tap'],
  [`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, 'In Safari, tap the page menu'],
  [`${iphone} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'In the Settings app, choose Chrome,'],
  [`${iphone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'In the Settings app, choose Firefox,'],
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
