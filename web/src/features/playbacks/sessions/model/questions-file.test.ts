import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListedQuestion, questionsFile } from './questions-file.ts';

const question: ListedQuestion = {
  ...{ id: 'q', text: '=1+1; "why"?', askedAt: '2026-03-23T18:21:40.207Z', state: 'answered', answer: 'Yes' },
  ...{ isPublic: true, answeredAt: '2026-03-23T18:24:02.551Z', position: 1299.8, participantId: 'p' },
  ...{ name: 'Ann, 7B', email: null, externalUserId: '007', revision: 1 },
};

test('a file of questions has a row for each, and no cell runs as a formula', async () => {
  const lines = (await questionsFile([question], 'comma').text()).split('\r\n');
  assert.match(lines[0] ?? '', /askedAt,position,name,email,externalUserId,participantId,text,state/);
  assert.equal(
    lines[1],
    `2026-03-23T18:21:40.207Z,1300,"Ann, 7B",,'007,p,"'=1+1; ""why""?",answered,Yes,true,2026-03-23T18:24:02.551Z,q`,
  );
  assert.deepEqual(lines.slice(2), ['']);
});
