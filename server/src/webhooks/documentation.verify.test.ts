import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestOf, sign, signingSecretOf } from './secret.ts';
import { cases, casesAsLines, recorded, recordedAt, recordedInner } from './testing/verify/cases.ts';
import { languages, runCases, whyNot } from './testing/verify/languages.ts';

test('the recorded delivery is what the server would send today', () => {
  const delivery = {
    eventId: recorded.headers['webhook-id'] ?? '',
    body: recordedInner,
    callId: recorded.headers['x-lectern-call-id'] ?? '',
    isTest: false,
    isSample: false,
  };
  const signed = sign(delivery, [recorded.secret, recorded.previousSecret], new Date(recordedAt * 1000));
  const { body, headers } = requestOf(delivery, signed);
  assert.equal(body, recorded.body);
  assert.deepEqual(headers, recorded.headers);
  assert.equal(signingSecretOf(recorded.secret), recorded.signingSecret);
});

describe('code that checks a delivery accepts it, and no altered one', () => {
  for (const language of languages) {
    test(language.name, (t) => {
      const missing = whyNot(language);
      if (missing) return t.skip(`not to be had here: ${missing}`);
      const printed = runCases(language, casesAsLines);
      assert.equal(printed.length, cases.length);
      for (const [i, { what, opened }] of cases.entries()) {
        assert.equal(printed[i], opened.map((event) => event ?? 'null').join(' '), what);
      }
    });
  }
});
