import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeCertificate } from '../testing/proxies/proxy.ts';
import { loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-turn-'));
after(() => rmSync(folder, { recursive: true }));
const { certificate, key } = makeCertificate(folder, 'turn.example.org');

const faultsOf = (settings: Record<string, string>): string => {
  const loaded = loadConfig(settings);
  return 'faults' in loaded ? loaded.faults.join('\n') : '';
};

const complete = {
  LECTERN_TURN_DOMAIN: 'turn.example.org',
  LECTERN_MEDIA_ADDRESS: '203.0.113.5',
  LECTERN_TURN_CERT_FILE: certificate,
  LECTERN_TURN_KEY_FILE: key,
};

test('a relay needs its name and an address, and certificate files unless a proxy ends TLS', () => {
  assert.equal(faultsOf(complete), '');
  const { LECTERN_TURN_DOMAIN, LECTERN_MEDIA_ADDRESS } = complete;
  assert.equal(faultsOf({ LECTERN_TURN_DOMAIN, LECTERN_MEDIA_ADDRESS }), '');
});

test('each malformed setting of the relay is named in a sentence', () => {
  const faults = faultsOf({
    LECTERN_TURN_DOMAIN: 'turn',
    LECTERN_TURN_TLS_PORT: '0',
    LECTERN_TURN_CERT_FILE: key,
    LECTERN_TURN_KEY_FILE: join(folder, 'nothing.pem'),
  });
  assert.match(faults, /^LECTERN_TURN_DOMAIN must be a name in the DNS/m);
  assert.match(faults, /^LECTERN_TURN_TLS_PORT must be a whole number/m);
  assert.match(faults, /^LECTERN_TURN_CERT_FILE must hold a certificate in PEM/m);
  assert.match(faults, /^LECTERN_TURN_KEY_FILE must be a file that this user can read/m);
  assert.match(
    faultsOf({ ...complete, LECTERN_TURN_CERT_FILE: 'turn.pem' }),
    /^LECTERN_TURN_CERT_FILE must be an absolute path/m,
  );
});

test('settings of the relay that do not fit together are refused', () => {
  const alone = faultsOf({ LECTERN_TURN_CERT_FILE: certificate, LECTERN_TURN_TLS_PORT: '443' });
  assert.match(alone, /^LECTERN_TURN_CERT_FILE and LECTERN_TURN_KEY_FILE are set together or not at all$/m);
  assert.match(alone, /^LECTERN_TURN_CERT_FILE needs LECTERN_TURN_DOMAIN beside it$/m);
  assert.match(alone, /^LECTERN_TURN_TLS_PORT needs LECTERN_TURN_DOMAIN beside it$/m);
  const { LECTERN_MEDIA_ADDRESS: _, ...local } = complete;
  assert.match(faultsOf(local), /^LECTERN_TURN_DOMAIN needs LECTERN_MEDIA_ADDRESS beside it/m);
  assert.match(
    faultsOf({ ...complete, LIVEKIT_URL: 'ws://127.0.0.1:1' }),
    /^LECTERN_TURN_DOMAIN is for the embedded LiveKit/m,
  );
  assert.match(
    faultsOf({ ...complete, LECTERN_TURN_TLS_PORT: '7881' }),
    /^PORT, LECTERN_MEDIA_PORT, LECTERN_MEDIA_TCP_PORT and LECTERN_TURN_TLS_PORT must differ$/m,
  );
});

test('a certificate of another name, or another key, is refused', () => {
  const other = makeCertificate(mkdtempSync(join(folder, 'other-')), 'other.example.org');
  assert.match(
    faultsOf({ ...complete, LECTERN_TURN_CERT_FILE: other.certificate }),
    /^LECTERN_TURN_CERT_FILE is no certificate of turn\.example\.org\nLECTERN_TURN_KEY_FILE is not the key/m,
  );
});
