import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originToKeep } from './origin.ts';

const kept = (referer: string) => originToKeep({ ip: '192.0.2.7', userAgent: 'A browser', referer });

test('of the referring URL only the address and the campaign parameters are stored', () => {
  const query = 'utm_source=mail&utm_medium=m&utm_campaign=c&utm_content=d&utm_term=t&accessToken=secret';
  assert.deepEqual(kept(`https://user:password@lms.example.org/course/7?${query}#part`), {
    ip: '192.0.2.7',
    userAgent: 'A browser',
    referer: 'https://lms.example.org/course/7',
    utmSource: 'mail',
    utmMedium: 'm',
    utmCampaign: 'c',
    utmContent: 'd',
    utmTerm: 't',
  });
});

test('an invalid URL is not stored, and characters that the database refuses are removed', () => {
  for (const referer of ['', 'nonsense', 'about:blank']) {
    assert.deepEqual(Object.keys(kept(referer)), ['ip', 'userAgent']);
  }
  assert.equal(kept('https://example.org/?utm_source=a%00b').utmSource, 'ab');
  const long = kept(`https://example.org/?utm_term=${'%F0%9F%98%80'.repeat(700)}`).utmTerm ?? '';
  assert.ok(long.length <= 1000 && long.isWellFormed());
});

test('the referral that the page reports wins over the header, and its address is stored without its query', () => {
  const header = 'https://proxy.example.org/?utm_source=header&utm_term=header';
  const said = {
    referer: 'https://lms.example.org/course/7?session=secret#part',
    utmSource: 'mail',
    utmMedium: '',
  };
  assert.deepEqual(originToKeep({ ip: '192.0.2.7', userAgent: 'A browser', referer: header }, said), {
    ip: '192.0.2.7',
    userAgent: 'A browser',
    referer: 'https://lms.example.org/course/7',
    utmSource: 'mail',
    utmTerm: 'header',
  });
  for (const referer of ['nonsense', 'about:blank', 'data:text/plain,secret']) {
    const kept = originToKeep({ ip: '192.0.2.7', userAgent: '', referer: '' }, { referer });
    assert.deepEqual(kept, { ip: '192.0.2.7', userAgent: '' });
  }
});
