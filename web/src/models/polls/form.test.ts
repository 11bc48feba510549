import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOption,
  answerKindOf,
  changeOption,
  emptyForm,
  faultsOf,
  formOf as formOfPoll,
  mostOptions,
  moveOption,
  type PollForm,
  pollOf,
  removeOption,
  withAnswerKind,
} from './form.ts';

const formOf = (question: string, ...texts: string[]): PollForm => ({
  ...emptyForm,
  question,
  options: texts.map((text, index) => ({ key: index + 1, text, isRight: false })),
});
const texts = ({ options }: PollForm): string[] => options.map(({ text }) => text);

test('options are added, removed and moved, from two to twenty', () => {
  let form = formOf('?', 'a', 'b', 'c');
  assert.deepEqual(texts(moveOption(form, 3, 0)), ['c', 'a', 'b']);
  assert.deepEqual(texts(moveOption(form, 1, 1)), ['b', 'a', 'c']);
  assert.deepEqual(texts(moveOption(form, 1, -1)), ['a', 'b', 'c']);
  assert.deepEqual(texts(moveOption(form, 3, 3)), ['a', 'b', 'c']);
  form = removeOption(form, 2);
  assert.deepEqual(texts(form), ['a', 'c']);
  assert.deepEqual(texts(removeOption(form, 1)), ['a', 'c']);
  for (let index = 0; index < 40; index += 1) form = addOption(form);
  assert.equal(form.options.length, mostOptions);
  assert.equal(new Set(form.options.map(({ key }) => key)).size, mostOptions);
});

test('missing fields are named', () => {
  assert.deepEqual(faultsOf(emptyForm), ['question', 'options']);
  assert.deepEqual(faultsOf(formOf('?', 'a', ' ')), ['options']);
  assert.deepEqual(faultsOf({ ...formOf(' ', 'a'), isOpenEnded: true }), ['question']);
  const quiz = { ...formOf('?', 'a', 'b', ''), isQuiz: true };
  assert.deepEqual(faultsOf(quiz), ['right']);
  assert.deepEqual(faultsOf(changeOption(quiz, 3, { isRight: true })), ['right']);
  assert.deepEqual(faultsOf(changeOption(quiz, 2, { isRight: true })), []);
});

test('the request has no empty options, and right answers only if there are any', () => {
  const form = changeOption(formOf(' Tea? ', ' yes ', '', 'no'), 1, { isRight: true });
  assert.deepEqual(pollOf(form), {
    question: 'Tea?',
    isOpenEnded: false,
    isSingleChoice: true,
    areResultsHidden: false,
    withAnswer: false,
    options: [
      { option: 'yes', valid: false },
      { option: 'no', valid: false },
    ],
  });
  assert.deepEqual(pollOf({ ...form, isQuiz: true }).options, [
    { option: 'yes', valid: true },
    { option: 'no', valid: false },
  ]);
  assert.deepEqual(pollOf({ ...form, isOpenEnded: true, isQuiz: true }), {
    question: 'Tea?',
    isOpenEnded: true,
    isSingleChoice: false,
    areResultsHidden: false,
    withAnswer: false,
    options: [],
  });
});

test('the form of a written poll is that poll', () => {
  const form = changeOption(formOf('Tea?', 'yes', 'no'), 1, { isRight: true });
  const written = pollOf({ ...withAnswerKind(form, 'several'), isQuiz: true, areResultsHidden: true });
  assert.deepEqual(pollOf(formOfPoll(written)), written);
  assert.equal(answerKindOf(formOfPoll(written)), 'several');
  const open = pollOf(withAnswerKind(form, 'open'));
  assert.deepEqual(pollOf(formOfPoll(open)), open);
  // A change of mind offers empty options again.
  assert.equal(formOfPoll(open).options.length, 2);
});
