import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';

function warningsOf(settings: Record<string, string>): string[] {
  const loaded = loadConfig(settings);
  if ('faults' in loaded) throw new Error(loaded.faults.join('; '));
  return loaded.warnings;
}

test('an unknown setting is named, with the nearest one', () => {
  const warnings = warningsOf({
    LECTERN_TRUSTED_PROXY: '10.0.0.1',
    LECTERN_RETENTION: '30',
    LECTERN_SMTP_URL: 'smtp://mail.example.org',
    LECTERN_COLOUR: 'blue',
    LECTERN_EMPTY: ' ',
  });
  assert.deepEqual(warnings, [
    'LECTERN_COLOUR is not a setting and has no effect',
    'LECTERN_RETENTION is not a setting and has no effect; did you mean LECTERN_RETENTION_DAYS?',
    'LECTERN_SMTP_URL is not a setting and has no effect; did you mean SMTP_URL?',
    'LECTERN_TRUSTED_PROXY is not a setting and has no effect; did you mean LECTERN_TRUSTED_PROXIES?',
  ]);
});

test('settings, and variables of our own tools, are known', () => {
  const known = { LECTERN_LOG_LEVEL: 'warn', LECTERN_HOME: '/opt/lectern', LECTERN_TEST_SEED: '1' };
  assert.deepEqual(warningsOf({ ...known, LECTERN_DOMAIN: 'meet.example.org' }), []);
});

test('a public address without one for sound and picture is named', () => {
  const outside = { LECTERN_URL: 'https://meet.example.org' };
  assert.match(
    warningsOf(outside).join(),
    /LECTERN_MEDIA_ADDRESS is 127\.0\.0\.1: .* without sound and picture/,
  );
  const livekit = { LIVEKIT_URL: 'ws://10.0.0.5:7880', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };
  const others: Record<string, string>[] = [
    { ...outside, LECTERN_MEDIA_ADDRESS: '203.0.113.5' },
    { ...outside, ...livekit },
    { LECTERN_URL: 'https://localhost' },
    {},
  ];
  for (const settings of others) {
    assert.deepEqual(warningsOf(settings), [], JSON.stringify(settings));
  }
});
