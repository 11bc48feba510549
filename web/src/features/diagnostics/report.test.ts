import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnostics as text } from '../../i18n/compiled/en/diagnostics.ts';
import { type CheckStates, failed, passed, skipped } from '../../models/diagnostics/checks.ts';
import { reportText } from './report.ts';

const route = {
  local: { type: 'relay', protocol: 'udp', relayProtocol: 'tls', address: '192.0.2.7' },
  remote: { type: 'host', protocol: 'udp', address: '198.51.100.4' },
};
const checks: CheckStates = {
  browser: passed({ codecs: ['opus', 'VP8'] }),
  camera: passed({ device: 'A camera', size: '640 × 480' }),
  microphone: failed('microphoneSilent'),
  server: passed({ ms: 12.4 }),
  socket: passed({ ms: 20 }),
  signalling: passed({ ms: 50 }),
  udp: failed('udpBlocked'),
  tcp: skipped('tcpNotOffered'),
  turn: passed({ ms: 400, rttMs: 35, route }),
};
const parts = {
  checks,
  startedAt: new Date('2026-03-01T10:00:00.000Z'),
  origin: 'https://meet.example.org',
  userAgent: 'A browser',
};

test('the report has every check, and no addresses unless the person wants them', () => {
  assert.deepEqual(reportText({ ...parts, withAddresses: false }, text).split('\n'), [
    'Test your device and connection: https://meet.example.org',
    'Time: 2026-03-01T10:00:00.000Z',
    'Browser: A browser',
    'You can join calls, but something does not work',
    '',
    'Browser: Works (opus, VP8)',
    'Camera: Works (A camera, 640 × 480)',
    'Microphone: Does not work (Nothing was heard)',
    'Server: Works (12 ms)',
    'Chat: Works (20 ms)',
    'Call setup: Works (50 ms)',
    'Sound and video over UDP: Does not work (The network blocks UDP)',
    'Sound and video over TCP: Not tested (The server offers no TCP port for calls.)',
    'Sound and video through a relay (TURN): Works (400 ms, round trip 35 ms, relay tls → host udp)',
  ]);
  const withAddresses = reportText({ ...parts, withAddresses: true }, text);
  assert.match(withAddresses, /relay tls 192\.0\.2\.7 → host udp 198\.51\.100\.4/);
});
