import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPhone, readPhone } from './phone.ts';

test('a number is understood as people and systems write it', () => {
  for (const [written, stored] of [
    ['112', '112'],
    ['+442079460018', '+442079460018'],
    ['+7 (495) 123-45-67', '+74951234567'],
    ['8(495)123\u201345\u201167', '84951234567'],
    ['030/123.456', '030123456'],
    ['(+49) 30 123456', '+4930123456'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['(0) 30 123456', '030123456'],
    ['\u202a+49\u00a030\u202f123\u2009456\u202c', '+4930123456'],
    ['\uff0b\uff14\uff19 \uff13\uff10 123456', '+4930123456'],
    ['\u0660\u0661\u0662\u0669 \u06f4\u06f5\u0966\u096f', '01294509'],
    ['tel:+49-30-123456;ext=12', '+4930123456 ext. 12'],
    ['+49 30 123456 ext. 12', '+4930123456 ext. 12'],
    ['+49 30 123456 Ext 12', '+4930123456 ext. 12'],
    ['495 123-45-67, доб. 204', '4951234567 ext. 204'],
    ['123456x7', '123456 ext. 7'],
    ['123456 #7', '123456 ext. 7'],
  ] as const) {
    assert.equal(readPhone(written), stored, written);
    assert.equal(readPhone(stored), stored);
  }
});

test('what has no number is refused', () => {
  const texts = [
    '',
    ' ',
    'call me',
    '12',
    '+',
    '+12',
    '+44/20',
    '++7 495 123',
    '7+495123',
    '+7 495 CALL',
    'x12',
    'ext. 12',
  ];
  const more = [
    '123 ext.',
    '1'.repeat(18),
    `+${'1'.repeat(16)}`,
    '1 '.repeat(60),
    '123456; 654321',
    '<b>112</b>',
  ];
  for (const text of [...texts, ...more]) assert.equal(isPhone(text), false, text);
});
