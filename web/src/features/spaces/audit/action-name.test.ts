import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditedOperations } from '../../../../../contract/audit/audited.ts';
import { methodAndPath } from '../../../../../contract/routes.ts';
import { loadTexts, textsIn } from '../../../i18n/texts.ts';
import { actionName } from './action-name.ts';

test('each change in a group has words, and an unknown one shows its name', async () => {
  await loadTexts('en');
  const { actions } = textsIn('en', 'audit');
  const ofGroup = auditedOperations.filter((name) => methodAndPath(name).path.includes(':spaceId'));
  assert.ok(ofGroup.length > 40);
  const commands = ['space-token create', 'space-token revoke', 'spaces transfer'];
  // The log of a deleted group is the operator's.
  const shown = [...ofGroup.filter((name) => name !== 'deleteSpace'), 'createSpace', 'erasePerson'];
  for (const name of [...shown, ...commands]) assert.notEqual(actionName(actions, name), name, name);
  assert.equal(actionName(actions, 'toString'), 'toString');
});
