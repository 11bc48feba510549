import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CheckStates, checkNames, failed, passed, type Result, verdictOf } from './checks.ts';
import { type Checks, Diagnostics } from './diagnostics.ts';

const access = { url: 'ws://here', signalingToken: 'a token', socketUrl: 'ws://here/socket', endsAt: '' };

/** The tests with results of the test; those that are not given pass. */
function createWorld(results: Partial<Record<keyof CheckStates, Result>> = {}) {
  const log: string[] = [];
  const give = (name: keyof CheckStates): Result => {
    log.push(name);
    return results[name] ?? passed();
  };
  const track = { stop: () => log.push('camera released') } as unknown as MediaStreamTrack;
  const checks: Checks = {
    browser: () => give('browser'),
    camera: async (show) => {
      show(track);
      return give('camera');
    },
    microphone: async () => give('microphone'),
    server: async (start) => {
      const result = give('server');
      return result.status === 'passed' ? { result, access: await start() } : { result };
    },
    socket: async () => give('socket'),
    signalling: async () => give('signalling'),
    path: async (path) => give(path),
  };
  const start = async () => {
    log.push('room');
    return access;
  };
  return { log, diagnostics: new Diagnostics(checks, { start, now: () => new Date(0) }) };
}

const statusesOf = (checks: CheckStates) => checkNames.map((name) => checks[name].status).join(' ');

test('the checks run one after another, each way of media in a room of its own', async () => {
  const { log, diagnostics } = createWorld();
  await diagnostics.start();
  const devices = ['browser', 'camera', 'microphone', 'camera released'];
  const network = ['server', 'room', 'socket', 'signalling', 'room', 'udp', 'room', 'tcp', 'room', 'turn'];
  assert.deepEqual(log, [...devices, ...network]);
  const { phase, checks, picture } = diagnostics.state.get();
  assert.deepEqual([phase, picture, verdictOf(checks)], ['done', undefined, 'good']);
});

test('checks that depend on a failed one are skipped, with the reason', async () => {
  for (const [name, failure, expected, reason] of [
    [
      'server',
      'serverAway',
      'passed passed passed failed skipped skipped skipped skipped skipped',
      'needsServer',
    ],
    [
      'browser',
      'noWebrtc',
      'failed passed passed passed passed skipped skipped skipped skipped',
      'needsBrowser',
    ],
    [
      'signalling',
      'signallingClosed',
      'passed passed passed passed passed failed skipped skipped skipped',
      'needsSignalling',
    ],
  ] as const) {
    const { diagnostics } = createWorld({ [name]: failed(failure) });
    await diagnostics.start();
    const { checks } = diagnostics.state.get();
    assert.equal(statusesOf(checks), expected);
    assert.deepEqual(checks.turn, { status: 'skipped', reason });
    assert.equal(verdictOf(checks), 'unusable');
  }
});

test('calls work by any of the ways, and devices are no condition', async () => {
  const { diagnostics } = createWorld({ camera: failed('cameraMissing'), udp: failed('udpBlocked') });
  await diagnostics.start();
  assert.equal(verdictOf(diagnostics.state.get().checks), 'usable');
  const none = { udp: failed('udpBlocked'), tcp: failed('tcpBlocked'), turn: failed('turnBlocked') };
  const blocked = createWorld(none);
  await blocked.diagnostics.start();
  assert.equal(verdictOf(blocked.diagnostics.state.get().checks), 'unusable');
});

test('a stopped run releases the camera and changes nothing later', async () => {
  const { log, diagnostics } = createWorld();
  diagnostics.state.subscribe(() => diagnostics.state.get().picture && diagnostics.stop());
  await diagnostics.start();
  assert.deepEqual(log, ['browser', 'camera released', 'camera']);
  const { phase, checks } = diagnostics.state.get();
  assert.equal(phase, 'ready');
  assert.ok(checkNames.every((name) => checks[name].status === 'waiting'));
});
