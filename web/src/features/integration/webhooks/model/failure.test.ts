import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from './failure.ts';

const statuses: [number, ReturnType<typeof failureOf>][] = [
  [200, undefined],
  [299, undefined],
  [302, 'redirect'],
  [401, 'rejected'],
  [404, 'notFound'],
  [418, 'status'],
  [429, 'tooMany'],
  [500, 'broken'],
  [599, 'broken'],
  [199, 'status'],
];

test('a response is judged by its status', () => {
  for (const [statusCode, failure] of statuses) {
    assert.equal(failureOf({ statusCode, error: null }), failure, String(statusCode));
  }
});

const errors: [string | null, ReturnType<typeof failureOf>][] = [
  ['not sent: the webhook is switched off', 'switchedOff'],
  ["not sent: the plan of the group's owner has no webhooks", 'noPlan'],
  ['not known: the server ended twice before it heard an answer', 'lost'],
  ['the connection was refused', 'refused'],
  ['the connection was cut', 'cut'],
  ['the target cannot be reached', 'unreachable'],
  ['no answer within 10 s', 'late'],
  ['the target: its name leads to no address', 'noAddress'],
  ['the target: the name servers did not answer in time', 'nameServers'],
  ['the target leads to an address that is not public, which this installation does not allow', 'notPublic'],
  ['the target must not hold a user name or a password', 'badAddress'],
  ['the secret cannot be read any more; make a new one', 'unreadableSecret'],
  ['the certificate is self-signed', 'certificate'],
  ["the certificate does not match the target's name", 'certificate'],
  ['the target does not speak TLS on this port', 'certificate'],
  ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC: bad record mac', 'certificate'],
  ['the answer is not HTTP (Parse Error: Expected HTTP/)', 'badAnswer'],
  ['the answer has too many headers', 'badAnswer'],
  ['the answer never begins', 'badAnswer'],
  ['something that nobody thought of', 'unknown'],
  [null, 'unknown'],
];

test('an attempt without a response is judged by the stored sentence', () => {
  for (const [error, failure] of errors) {
    assert.equal(failureOf({ statusCode: null, error }), failure, String(error));
  }
});
