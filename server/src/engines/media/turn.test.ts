import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { mediaAddressesOf, networksWithout, turnSection } from './turn.ts';

/** Whether the relay of this section reaches a peer. */
function reaches({ deny_peer_cidrs: denied }: ReturnType<typeof turnSection>, peer: string): boolean {
  const list = new BlockList();
  const familyOf = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4');
  for (const network of denied) {
    const [first = '', length] = network.split('/');
    // Node takes ::/0 as every IPv4 address, too; LiveKit does not.
    if (familyOf(first) === familyOf(peer)) list.addSubnet(first, Number(length), familyOf(first));
  }
  return !list.check(peer, familyOf(peer));
}

const settings = { domain: 'turn.example.org', tlsPort: 5349, certificate: undefined };

test('the relay reaches the media server and no other address', () => {
  const section = turnSection(settings, '203.0.113.5', ['203.0.113.5', '10.0.0.4']);
  assert.deepEqual(section.allow_restricted_peer_cidrs, ['203.0.113.5/32', '10.0.0.4/32']);
  for (const peer of ['203.0.113.5', '10.0.0.4']) assert.ok(reaches(section, peer), peer);
  for (const peer of ['203.0.113.4', '203.0.113.6', '10.0.0.5', '8.8.8.8', '0.0.0.0', '255.255.255.255']) {
    assert.ok(!reaches(section, peer), peer);
  }
  assert.ok(!reaches(section, '2001:db8::1'));
  const six = turnSection(settings, '2001:db8::5', ['2001:db8::5']);
  assert.ok(reaches(six, '2001:db8::5'));
  for (const peer of ['2001:db8::4', '::1', '203.0.113.5']) assert.ok(!reaches(six, peer), peer);
  assert.deepEqual(six.bind_addresses, ['::']);
});

test('networks without one address are one for each bit', () => {
  assert.equal(networksWithout(['203.0.113.5'], false).length, 32);
  assert.deepEqual(networksWithout([], false), ['0.0.0.0/0']);
});

test('addresses of the machine count only if the configured one is behind a router or a container', () => {
  const of = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) => [
    { address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 } as never,
  ];
  const interfaces = {
    lo: of('127.0.0.1', 'IPv4', true),
    eth0: of('10.0.0.4'),
    eth1: of('2001:db8::4', 'IPv6'),
  };
  assert.deepEqual(mediaAddressesOf('10.0.0.4', interfaces), ['10.0.0.4']);
  assert.deepEqual(mediaAddressesOf('203.0.113.5', interfaces), ['203.0.113.5', '10.0.0.4']);
});

test('a certificate is used, and without one the proxy in front ends TLS', () => {
  assert.equal(turnSection(settings, '203.0.113.5').external_tls, true);
  const certificate = { certFile: '/etc/turn.pem', keyFile: '/etc/turn.key' };
  const own = turnSection({ ...settings, certificate }, '203.0.113.5');
  assert.deepEqual(
    [own.cert_file, own.key_file, own.external_tls],
    ['/etc/turn.pem', '/etc/turn.key', false],
  );
});
