import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addField,
  changeField,
  mostOwnFields,
  moveField,
  type OwnField,
  removeField,
  restoreField,
  sentOwnFields,
} from './own-fields.ts';

const fieldsOf = (...ids: string[]): OwnField[] =>
  ids.map((id) => ({ id, title: id, description: '', required: false, enabled: true }));
const ids = (fields: OwnField[]): string => fields.map(({ id }) => id).join('');

test('a question moves to another position within the list', () => {
  const fields = fieldsOf('a', 'b', 'c');
  assert.equal(ids(moveField(fields, 'c', 0)), 'cab');
  assert.equal(ids(moveField(fields, 'a', 2)), 'bca');
  assert.equal(ids(moveField(fields, 'a', 1)), 'bac');
  for (const [id, to] of [
    ['a', -1],
    ['c', 3],
    ['b', 1],
    ['x', 0],
  ] as const) {
    assert.equal(moveField(fields, id, to), fields);
  }
});

test('a removed question is restored at its position', () => {
  const { fields, taken } = removeField(fieldsOf('a', 'b', 'c'), 'b');
  assert.equal(ids(fields), 'ac');
  assert.ok(taken);
  assert.equal(ids(restoreField(fields, taken)), 'abc');
  assert.equal(ids(restoreField(fieldsOf('a'), taken)), 'ab');
  assert.equal(ids(restoreField(fieldsOf('a', 'b', 'c'), taken)), 'abc', 'once only');
  assert.equal(removeField(fields, 'x').taken, undefined);
});

test('a form has at most fifty questions, and a full one restores none', () => {
  let fields: OwnField[] = [];
  for (let index = 0; index < 60; index += 1) fields = addField(fields, `f${index}`);
  assert.equal(fields.length, mostOwnFields);
  const { fields: fewer, taken } = removeField(fields, 'f0');
  assert.ok(taken);
  assert.equal(restoreField(addField(fewer, 'new'), taken).length, mostOwnFields);
});

test('the request has positions from 0 and no empty texts', () => {
  const fields = changeField(fieldsOf('a', 'b'), 'b', {
    title: ' Class ',
    description: '  ',
    required: true,
  });
  assert.deepEqual(sentOwnFields(fields)[1], {
    id: 'b',
    type: 'string',
    title: 'Class',
    description: null,
    required: true,
    enabled: true,
    order: 1,
  });
});
