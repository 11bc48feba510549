import assert from 'node:assert/strict';
import { ApiError } from '../../contract/client/index.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';

/** Fails unless the request was refused with this code, its status and its full body; returns the refusal. */
export async function refused(request: Promise<unknown>, code: ErrorCode): Promise<ApiError> {
  const outcome = await request.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome)) {
    assert.fail(`expected ${code}, but the request succeeded: ${JSON.stringify(outcome.answer)}`);
  }
  const { error } = outcome;
  if (!(error instanceof ApiError)) throw error;
  assert.equal(error.code, code, error.message);
  assert.equal(error.status, errors[code].status);
  assert.ok(error.message.length > 10, 'the message is a sentence for a person');
  assert.match(error.requestId ?? '', /^[0-9a-f]{24}$/);
  return error;
}

/** Like `refused` for invalid values, with exactly these fields named. */
export async function refusedFields(request: Promise<unknown>, ...paths: string[]): Promise<ApiError> {
  const error = await refused(request, 'validation_failed');
  assert.deepEqual(error.details.map(({ path }) => path).sort(), paths.toSorted());
  for (const { message } of error.details) assert.ok(message.length > 5);
  return error;
}
