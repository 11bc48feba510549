import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainToUnicode } from 'node:url';
import { comparableEmail, isEmail, needsSmtpUtf8, readEmail, shownEmail } from './email.ts';

test('an address has one stored form, however it is written', () => {
  for (const [written, stored] of [
    ['anna@example.org', 'anna@example.org'],
    [' Anna.B+lms@Example.ORG\u200b', 'Anna.B+lms@example.org'],
    ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@ПОЧТА.РФ', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@XN--80A1ACNY.xn--p1ai', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@bu\u0308cher.example', 'anna@xn--bcher-kva.example'],
    ['anna@bücher。example', 'anna@xn--bcher-kva.example'],
    ['ma\u0308dchen@example.org', 'm\u00e4dchen@example.org'],
    ['анна@почта.рф', 'анна@xn--80a1acny.xn--p1ai'],
  ] as const) {
    assert.equal(readEmail(written), stored, written);
    assert.equal(readEmail(stored), stored);
    assert.equal(comparableEmail(written.toUpperCase()), comparableEmail(stored));
  }
});

test('a long text is refused at once, whatever it has', () => {
  const texts = [
    `a${' '.repeat(1_000_000)}b`,
    `${'a.'.repeat(500_000)}@example.org`,
    `a@${'b.'.repeat(500_000)}`,
  ];
  const begun = performance.now();
  for (const text of texts) assert.equal(isEmail(text), false);
  for (const text of texts) comparableEmail(text);
  // A search that backtracks takes minutes.
  assert.ok(performance.now() - begun < 1_000);
});

test('what is no address is refused, and the parser of addresses repairs nothing', () => {
  const bad = [
    '',
    'anna',
    '@example.org',
    'anna@',
    'anna@localhost',
    'a b@example.org',
    'a@b@c.org',
    'a\0@b.org',
  ];
  const dots = ['.a@b.org', 'a..b@c.org', 'a@b..org', 'a@.org', 'a@b.org.', 'a@-b.org', 'a@b_c.org'];
  const repaired = [
    'a@b.org/x',
    'a@b.org:80',
    'a@b%2eorg',
    'a@b\t.org',
    'a@b.org?x',
    'a@b.org#x',
    'a@b\\.org',
  ];
  const hosts = ['a@1.2.3.4', 'a@１.２', 'a@[::1]', 'a@xn--.org', 'a@b.1'];
  const long = [`${'x'.repeat(250)}@b.co`, `a@${'x'.repeat(64)}.org`, `a@${'я'.repeat(250)}.org`];
  const unseen = ['a\u200bb@c.org', 'a\u2028@c.org', '\ud800@b.org'];
  for (const text of [...bad, ...dots, ...repaired, ...hosts, ...long, ...unseen]) {
    assert.equal(isEmail(text), false, JSON.stringify(text));
  }
  assert.equal(isEmail(`${'x'.repeat(242)}@example.org`), true);
});

test('an address is shown as people write it', () => {
  const domains = [
    'xn--80a1acny.xn--p1ai',
    'xn--bcher-kva.example',
    'mail.xn--fiqs8s',
    'mail.xn--mgbh0fb.xn--kgbechtv',
  ];
  for (const domain of domains) assert.equal(shownEmail(`a@${domain}`), `a@${domainToUnicode(domain)}`);
  // None of them is the form of a domain; the last one would be shown as ASCII.
  for (const odd of ['a@xn--99999999', 'a@xn--a.org', 'a@xn--', 'owner@localhost', 'a@xn--abc-.org', '']) {
    assert.equal(shownEmail(odd), odd);
  }
});

test('only an address with other letters before the @ needs SMTPUTF8', () => {
  assert.equal(needsSmtpUtf8(readEmail('anna@почта.рф') ?? ''), false);
  assert.equal(needsSmtpUtf8(readEmail('анна@example.org') ?? ''), true);
});
