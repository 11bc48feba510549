import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originToKeep } from './origin.ts';

const kept = (referer: string) => originToKeep({ ip: '192.0.2.7', userAgent: 'A browser', referer });

test('of where somebody came from the address and its campaign marks are kept, nothing else of the query', () => {
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

test('what is no address is not kept, and what no database holds is taken out', () => {
  for (const referer of ['', 'nonsense', 'about:blank']) {
    assert.deepEqual(Object.keys(kept(referer)), ['ip', 'userAgent']);
  }
  assert.equal(kept('https://example.org/?utm_source=a%00b').utmSource, 'ab');
  const long = kept(`https://example.org/?utm_term=${'%F0%9F%98%80'.repeat(700)}`).utmTerm ?? '';
  assert.ok(long.length <= 1000 && long.isWellFormed());
});
