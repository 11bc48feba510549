import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../../../../contract/routes.ts';
import type { Refusal } from '../../errors.ts';
import { bodyValidator } from './validate.ts';

test('a list in the place of an object is told how an empty one is written', () => {
  const body = {
    ...{ roomId: '0'.repeat(24), username: 'Ann', role: 'user', clientUniqueId: crypto.randomUUID() },
    fields: [],
  };
  assert.throws(
    () => bodyValidator(routes.createParticipant.body)(body),
    ({ details }: Refusal) => {
      assert.deepEqual(details, [
        { path: 'fields', message: 'must be of type object; an empty one is {}, and not []' },
      ]);
      return true;
    },
  );
});
