import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../contract/client/index.ts';
import { requestProblemOf } from './request-problem.ts';

test('a refusal of a proxy because of the size is told apart from one of the server', () => {
  const codeFor = (status: number, body: Record<string, unknown>) =>
    requestProblemOf(new ApiError(new Response(null, { status }), body)).code;
  assert.equal(codeFor(413, {}), 'proxy_limit');
  assert.equal(codeFor(413, { code: 'body_too_large' }), 'body_too_large');
  assert.equal(codeFor(502, {}), 'away');
});
