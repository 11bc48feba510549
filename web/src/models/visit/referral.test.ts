import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReferral } from './referral.ts';

const at = (query: string) => new URL(`https://meet.example.org/r/abc${query}`);

test('the page that led to the room is reported without its query, and campaign parameters', () => {
  assert.deepEqual(
    readReferral(
      at('?utm_source=mail&utm_medium=m&utm_campaign=c&utm_content=d&utm_term=t&accessToken=secret'),
      'https://user@lms.example.org/course/7?session=secret#part',
    ),
    {
      referer: 'https://lms.example.org/course/7',
      utmSource: 'mail',
      utmMedium: 'm',
      utmCampaign: 'c',
      utmContent: 'd',
      utmTerm: 't',
    },
  );
});

test('our own pages and an unknown page are no referral', () => {
  assert.deepEqual(readReferral(at(''), ''), {});
  assert.deepEqual(readReferral(at('?utm_source='), 'https://meet.example.org/panel'), {});
  assert.deepEqual(readReferral(at(''), 'nonsense'), {});
});

test('hostile values are cut to what the server accepts', () => {
  const { referer, utmTerm, utmSource } = readReferral(
    at(`?utm_term=${'%F0%9F%98%80'.repeat(1200)}&utm_source=a%00b%FF`),
    `https://lms.example.org/${'x'.repeat(3000)}`,
  );
  assert.equal(referer?.length, 1000);
  assert.equal([...(utmTerm ?? '')].length, 1000);
  assert.ok(utmTerm?.isWellFormed());
  assert.equal(utmSource, 'ab\u{fffd}');
});
