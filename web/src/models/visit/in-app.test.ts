import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInApp } from './in-app.ts';

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8';

test('a browser inside an app is recognized by its name', () => {
  const inside = [
    `${ios} Mobile/15E148`,
    `${ios} Mobile/15E148 Instagram 360.0.0.30.94`,
    `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`,
    `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2`,
  ];
  const browsers = [
    `${ios} Version/18.1 Mobile/15E148 Safari/604.1`,
    `${ios} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
    `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  ];
  for (const name of inside) assert.equal(isInApp(name), true, name);
  for (const name of browsers) assert.equal(isInApp(name), false, name);
});
