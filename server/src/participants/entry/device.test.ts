import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from './device.ts';

const noHints = { brands: '', mobile: '', platform: '', platformVersion: '' };

/** The device in one line: type, platform and version, browser and version. */
const read = (userAgent: string, hints: Partial<typeof noHints> = {}) =>
  Object.values(deviceOf({ userAgent, clientHints: { ...noHints, ...hints } })).join(' | ');

const chromium = (system: string, more = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${more} Safari/537.36`;

test('the user agent tells device, platform and browser', () => {
  for (const [agent, device] of [
    [chromium('X11; Linux x86_64'), 'desktop | Linux |  | Chrome | 140.0.0.0'],
    [chromium('Linux; Android 14; SM-X700', ''), 'tablet | Android | 14 | Chrome | 140.0.0.0'],
    [
      chromium('Windows NT 6.3', ' YaBrowser/25.8.0.0'),
      'desktop | Windows | 8.1 | Yandex Browser | 25.8.0.0',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'mobile | iOS | 18.1 | Safari | 18.1',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      'desktop | Linux |  | Firefox | 143.0',
    ],
  ] as const)
    assert.equal(read(agent), device);
});

test('a version that browsers state whatever the real one is counts as unknown', () => {
  assert.equal(read(chromium('Windows NT 10.0; Win64; x64')), 'desktop | Windows |  | Chrome | 140.0.0.0');
  assert.equal(
    read(chromium('Macintosh; Intel Mac OS X 10_15_7')),
    'desktop | macOS |  | Chrome | 140.0.0.0',
  );
  assert.equal(read(chromium('Linux; Android 10; K')), 'tablet | Android |  | Chrome | 140.0.0.0');
});

test('client hints tell more than the user agent', () => {
  const windows = { platform: '"Windows"', mobile: '?0' };
  const agent = chromium('Windows NT 10.0; Win64; x64');
  assert.match(read(agent, { ...windows, platformVersion: '"15.0.0"' }), /^desktop \| Windows \| 11 \|/);
  assert.match(read(agent, { ...windows, platformVersion: '"10.0.0"' }), /^desktop \| Windows \| 10 \|/);
  assert.equal(
    read(chromium('Linux; Android 10; K', ' Mobile'), {
      brands: '"Chromium";v="140", "Not=A?Brand";v="24", "Brave";v="140"',
      mobile: '?1',
      platform: '"Android"',
      platformVersion: '"15.0.0"',
    }),
    'mobile | Android | 15.0.0 | Brave | 140',
  );
});

test('programs and hostile headers tell nothing, or little', () => {
  assert.equal(read(''), ' |  |  |  | ');
  assert.equal(read('curl/8.5.0'), ' |  |  |  | ');
  const long = 'x'.repeat(15_000);
  const quotes = '"'.repeat(15_000);
  for (const text of [long, quotes, `"${long}`, `"${long}"`, '"\\"";v=', 'null', '[]']) {
    const values = { brands: text, mobile: text, platform: text, platformVersion: text };
    for (const agent of [text, chromium(long), `Mozilla/5.0 Firefox/${'9'.repeat(900)}`]) {
      const device = deviceOf({ userAgent: agent, clientHints: values });
      for (const value of Object.values(device)) assert.ok(value === null || value.length <= 100);
    }
  }
});
