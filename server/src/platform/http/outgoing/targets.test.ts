import assert from 'node:assert/strict';
import { hostname, networkInterfaces } from 'node:os';
import { after, describe, test } from 'node:test';
import { startReceiver } from '../../../../testing/receivers/receiver.ts';
import { type AttemptOutcome, sendAttempt } from '../../../webhooks/sending/send.ts';
import { parseCidrs } from '../networks.ts';
import { checkNewTarget, mayReach, type Resolve, resolveHost, TargetUnknown } from './targets.ts';

const never: Resolve = async (host) => assert.fail(`${host} was resolved`);
const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;
const check = (url: string, resolve: Resolve = never, allowed = '') =>
  checkNewTarget(url, parseCidrs(allowed), resolve);

describe('the addresses that a webhook may reach', () => {
  test('are the public ones', () => {
    for (const address of [
      '93.184.215.14',
      '8.8.8.8',
      '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
      '2a00:1450::1',
    ]) {
      assert.equal(mayReach(address, []), true, address);
    }
    const special =
      '127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 ' +
      '0.0.0.0 0.1.2.3 255.255.255.255 224.0.0.1 240.0.0.1 192.0.0.192 192.0.2.1 198.18.0.1 192.88.99.1 168.63.129.16 ' +
      ':: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:7f00:1 fe80::1 fc00::1 fd00:ec2::254 ff02::1 fec0::1 ' +
      '64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1:: 2002:a9fe:a9fe::1 2001::1 2001:db8::1 100::1 not-an-address ' +
      // The limits of ranges, and forms of other addresses: NAT64, 6to4, Teredo, translated, compatible, with a zone.
      '10.255.255.255 100.127.255.255 127.0.0.0 169.254.0.0 172.31.255.254 192.168.255.255 198.19.255.255 ' +
      '198.51.100.1 203.0.113.1 239.255.255.255 255.255.255.254 192.88.99.255 ::127.0.0.1 ::8.8.8.8 ::a00:1 ::ffff:0:127.0.0.1 ' +
      '::ffff:0:0 ::ffff:169.254.169.254 64:ff9b::10.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1:ffff:ffff:ffff:a00:1 2002:808:808::1 ' +
      '2001:0:53aa:64c:0:0:80ff:fffe 2001:2::1 2001:10::1 2001:20::1 3fff::1 3fff:fff::1 5f00::1 4000::1 1fff::1 ' +
      'fe80::1%eth0 fe80::1%0 febf::1 fdff::1 ff0e::1 ff05::1:3 ::1%lo 127.1 0x7f000001 2130706433 localhost';
    for (const address of special.split(' ')) assert.equal(mayReach(address, []), false, address);
  });

  test('include the networks that the operator allows, and no more', () => {
    const allowed = parseCidrs('10.1.0.0/16,::1');
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1'])
      assert.ok(mayReach(address, allowed), address);
    const others =
      '10.2.0.1 10.0.255.255 127.0.0.1 ::2 ::10.1.2.3 64:ff9b::10.1.2.3 2002:a01:203::1 ::ffff:0:10.1.2.3 fe80::1';
    for (const address of others.split(' ')) assert.ok(!mayReach(address, allowed), address);
    assert.ok(!mayReach('::1', parseCidrs('127.0.0.0/8')));
    assert.ok(!mayReach('169.254.169.254', parseCidrs('10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7')));
    assert.ok(mayReach('169.254.169.254', parseCidrs('169.254.169.254')));
    assert.ok(!mayReach('169.254.169.253', parseCidrs('169.254.169.254')));
  });
});

describe('the URL of a webhook', () => {
  test('is refused in every spelling of an address that is not public', async () => {
    const spellings = [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0177.0.0.1/',
      'http://0x7f.0.0.1/',
      'http://0x7f000001/',
      'http://127.1/',
      'http://127.0.0.1./',
      'http://１２７.０.０.１/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://0/',
      'http://localhost:8080/',
      'http://LOCALHOST/',
      'http://localhost./',
      'http://anything.localhost/',
      'http://any.thing.LocalHost./',
      'http://%6c%6f%63alhost/',
      'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
      'http://lo\u00adcalhost/',
      'http://127。0。0。1/',
      'http://017700000001/',
      'http://0300.0250.1.1/',
      'http://0x7f.1/',
      'https://127.0.0.1:443/',
      'http://0.0.0.0:80/',
      'http://100.64.0.1/',
      'http://255.255.255.255/',
      'http://224.0.0.1/',
      'http://192.0.2.1/',
      'http://[::]/',
      'http://[::127.0.0.1]/',
      'http://[64:ff9b::127.0.0.1]/',
      'http://[64:ff9b:1::1]/',
      'http://[2002:7f00:1::]/',
      'http://[2001:0:1::]/',
      'http://[fd00:ec2::254]/latest/meta-data/',
      'http://[fe80::1]/',
      'http://[ff02::1]/',
      'http://[2001:db8::1]/',
    ];
    for (const url of spellings)
      assert.match((await check(url)) ?? '', /^is an? .*not public|^leads to an? .*not public/, url);
  });

  test('is refused if it names this machine', async () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const inside = own.map(({ address }) => address).filter((address) => !mayReach(address, []));
    for (const address of inside) {
      const url = `http://${address.includes(':') ? `[${address.replace(/%.*/, '')}]` : address}/`;
      assert.match((await check(url)) ?? '', /not public/, url);
    }
    // It depends on the machine what these resolve to: a private address is refused, no address is accepted.
    for (const name of [hostname(), 'ip6-localhost', 'ip6-loopback', 'localhost.localdomain', 'loopback']) {
      const led = await resolveHost(name).catch(() => []);
      const said = await check(`http://${name}/`, async () => led);
      assert.equal(
        said === undefined,
        led.every((address) => mayReach(address, [])),
        `${name}: ${led}`,
      );
    }
  });

  test('may have any port, a fragment and a query', async () => {
    for (const url of [
      'http://hooks.example.org:1/',
      'https://hooks.example.org:65535/a%20b/?c=d&e=é#part',
      'https://hooks.example.org/@name/?mail=a@example.org#@',
      'https://日本語.example.org/',
      'https://[2606:2800::1]:8443/',
    ]) {
      assert.equal(await check(url, leadsTo('93.184.215.14')), undefined, url);
    }
  });

  test('is refused with credentials, another scheme or invalid syntax', async () => {
    for (const before of [
      'user:secret',
      'user',
      ':secret',
      '%75ser:%70',
      '',
      ':',
      '%40',
      'a@b',
      '127.0.0.1%2f',
      '\n',
      'ü',
    ]) {
      for (const scheme of ['https://', 'http:', 'HTTP:/', 'https:\\\\', 'ht\ntps:\t//']) {
        const url = `${scheme}${before}@example.org/`;
        assert.match((await check(url)) ?? '', /user name or password/, url);
      }
    }
    for (const url of [
      'ftp://example.org/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://',
      'http:///example.org',
      'HTTP:example.org',
      'http:\\\\example.org\\',
      '\t http://exam\nple.org/ ',
      'http://example.org:80\t80/',
      'nonsense',
      '',
      'ws://example.org/',
      'gopher://example.org/',
      'unix:/var/run/docker.sock',
      'data:,x',
      'blob:http://example.org/x',
      'view-source:http://example.org/',
      '//example.org/',
      'http://exa mple.org/',
      'http://example.org%00/',
      'http://lo\u200dcalhost/',
      'http://[fe80::1%25eth0]/',
      'http://[fe80::1%eth0]/',
      'http://256.256.256.256/',
      'http://1.2.3.4.5/',
      'http://example.org:65536/',
      'http://[::1/',
    ]) {
      assert.match((await check(url)) ?? '', /http or https/, url);
    }
  });

  test('is refused if any address of its host is not public', async () => {
    assert.equal(
      await check('https://hooks.example.org/', leadsTo('93.184.215.14', '2606:2800::1')),
      undefined,
    );
    for (const both of [
      ['93.184.215.14', '10.0.0.1'],
      ['10.0.0.1', '93.184.215.14'],
    ]) {
      const said = await check('https://hooks.example.org/', leadsTo(...both));
      assert.equal(said, 'leads to an address that is not public, which this installation does not allow');
    }
    assert.match(
      (await check('https://hooks.example.org/', leadsTo('::ffff:127.0.0.1'))) ?? '',
      /not public/,
    );
    assert.equal(await check('https://hooks.example.org/', leadsTo('10.0.0.1'), '10.0.0.0/8'), undefined);
  });

  test('is accepted if its host does not resolve yet, or the name servers are slow', async () => {
    const nowhere: Resolve = async () => {
      throw new TargetUnknown('its name leads to no address');
    };
    assert.equal(await check('https://hooks.example.org/', nowhere), undefined);
    assert.equal(await check('https://hooks.example.org/', () => new Promise(() => undefined)), undefined);
  });

  test('may have a host of the hosts file', async () => {
    assert.ok((await resolveHost('localhost')).every((address) => /^(127\.|::1$)/.test(address)));
  });
});

describe('an attempt', () => {
  const request = { body: '{}', headers: { 'content-type': 'application/json' } };
  const opened: { close: () => Promise<void> }[] = [];
  after(() => Promise.all(opened.map((one) => one.close())));
  const attempt = (url: string, resolve: Resolve, allowed = '127.0.0.0/8'): Promise<AttemptOutcome> =>
    sendAttempt({
      url,
      request,
      resolve,
      allowedNetworks: parseCidrs(allowed),
      timeoutMs: 2000,
      stop: new AbortController().signal,
    });

  test('goes to the checked address, whatever the host resolves to then', async () => {
    const target = await startReceiver();
    opened.push(target);
    const { port } = new URL(target.url);
    const url = `http://hooks.example.org:${port}/`;
    const outcome = await attempt(url, leadsTo('127.0.0.1'));
    assert.equal(outcome.statusCode, 200);
    assert.equal(target.received[0]?.headers.host, `hooks.example.org:${port}`);
    // The next attempt resolves the same host again.
    const moved = await attempt(url, leadsTo('169.254.169.254'));
    assert.match(moved.error ?? '', /^the target leads to an address that is not public/);
    assert.equal(target.connections(), 1);
  });

  test('reaches no loopback address unless the operator allows it', async () => {
    const target = await startReceiver();
    opened.push(target);
    for (const url of [target.url, target.url.replace('127.0.0.1', 'localhost')]) {
      const outcome = await attempt(url, never, '');
      assert.match(outcome.error ?? '', /not public/);
    }
    assert.equal(target.connections(), 0);
  });

  test('ends in time if the name servers never respond', async () => {
    const outcome = await attempt('http://hooks.example.org/', () => new Promise(() => undefined));
    assert.equal(outcome.error, 'no answer within 2 s');
  });
});
