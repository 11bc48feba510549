import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitKeyOf } from './networks.ts';

test('limits count an IPv4 address by itself, even if mapped to IPv6', () => {
  assert.equal(limitKeyOf('203.0.113.7'), '203.0.113.7');
  assert.equal(limitKeyOf('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(limitKeyOf('::ffff:cb00:7107'), '203.0.113.7');
  assert.notEqual(limitKeyOf('203.0.113.7'), limitKeyOf('203.0.113.8'));
});

test('limits count IPv6 addresses by their /64', () => {
  assert.equal(limitKeyOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(limitKeyOf('2001:DB8:0001:2:ffff::1'), '2001:db8:1:2::/64');
  assert.equal(limitKeyOf('fe80::1%eth0'), 'fe80::/64');
  assert.notEqual(limitKeyOf('2001:db8:1:2::1'), limitKeyOf('2001:db8:1:3::1'));
});

test('texts that are no address share one limit', () => {
  for (const text of ['', 'unix', '203.0.113.7:5000', '999.1.1.1', '_hidden'])
    assert.equal(limitKeyOf(text), 'unknown');
});
