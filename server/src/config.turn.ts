import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { reasonOf } from './platform/process/reasons.ts';
import { parseIntegerIn, type Setting } from './platform/settings.ts';

/** LiveKit refuses names without a dot. */
function parseDomain(value: string): string {
  if (!/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)) {
    throw new Error('must be a name in the DNS, such as turn.meet.example.org');
  }
  return value.toLowerCase();
}

/** A path is absolute, because nobody knows in which folder a server starts. */
const parseFile =
  (holds: (content: Buffer) => unknown, what: string) =>
  (value: string): string => {
    if (!isAbsolute(value)) throw new Error('must be an absolute path');
    let content: Buffer;
    try {
      content = readFileSync(value);
    } catch (error) {
      throw new Error(`must be a file that this user can read: ${reasonOf(error)}`);
    }
    try {
      holds(content);
    } catch {
      throw new Error(`must hold ${what} in PEM`);
    }
    return value;
  };

/** The settings of the relay (TURN over TLS) of the embedded LiveKit, a part of the table in `config.table.ts`. */
export const turnSettings = {
  LECTERN_TURN_DOMAIN: {
    parse: parseDomain,
    meaning:
      'Turns on a relay for sound and picture (TURN over TLS), which passes firewalls that only let https through: the name at which browsers reach it, always on port 443; [setup](operators/deploying.md#networks-that-let-only-https-through).',
  },
  LECTERN_TURN_TLS_PORT: {
    fallback: '5349',
    parse: parseIntegerIn(1, 65535),
    meaning:
      'The TCP port on which the relay listens. Something in front passes port 443 of its name on to it.',
  },
  LECTERN_TURN_CERT_FILE: {
    parse: parseFile((content) => new X509Certificate(content), 'a certificate'),
    meaning:
      "The relay's certificate with its chain; without one the proxy in front ends TLS. Read at a start only.",
  },
  LECTERN_TURN_KEY_FILE: {
    parse: parseFile(createPrivateKey, 'a private key'),
    meaning: 'Its private key; required with LECTERN_TURN_CERT_FILE.',
  },
} as const satisfies Record<string, Setting<unknown>>;
