import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mostOpenQuestions, mostQuestionsOfViewer } from '../../../../contract/questions.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { insertSession } from '../../../testing/webinars/watchable.ts';
import { newId } from '../../platform/ids.ts';
import { makeAsked } from './testing/asked.ts';

let lectern: InProcess;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

test('texts are bounded, and an answer to everybody has one', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db);
  const ann = await watch();
  for (const text of ['', '   ', 'x'.repeat(1001), '\u200b']) await refusedFields(ann.ask(text), 'text');
  const { id: questionId } = await ann.ask('я'.repeat(1000));
  const answer = (body: object) => owner.answerQuestion({ ...inSession, questionId, body });
  await refusedFields(answer({ answer: 'x'.repeat(2001) }), 'answer');
  await refusedFields(answer({ isPublic: true }), 'answer');
  await refusedFields(answer({ answer: ' ', ifRevision: -1 }), 'answer', 'ifRevision');
  const state = 'closed' as 'open';
  await refusedFields(owner.listSessionQuestions({ ...inSession, query: { state } }), 'state');
});

test('the rules of the chat bind questions: its switch, blocked people, links, the pace', async () => {
  const { watch } = await makeAsked(lectern, database.db);
  const [ann, moderator] = [await watch({ username: 'Ann' }), await watch({ role: 'moderator' })];
  const { channelId } = ann;
  await ann.api.joinChannel({ body: { id: channelId } });
  await moderator.api.joinChannel({ body: { id: channelId } });
  const set = (body: object) => moderator.api.updateChannelSettings({ channelId, body });
  await set({ linksAllowed: false });
  await refused(ann.ask('Is it at www.example.org?'), 'links_not_allowed');
  await set({ linksAllowed: true, isChatAllowed: false });
  await refused(ann.ask('Why?'), 'chat_off');
  await set({ isChatAllowed: true });
  const { user } = await ann.api.getInitial();
  await moderator.api.muteChatUser({ channelId, body: { userId: user.id, seconds: 600 } });
  await refused(ann.ask('Why?'), 'muted');
  await moderator.api.muteChatUser({ channelId, body: { userId: user.id, seconds: 0 } });
  for (const text of ['1', '2', '3']) await ann.ask(text);
  const { retryAfter } = await refused(ann.ask('4'), 'rate_limited');
  assert.equal(retryAfter, 5);
});

/** Inserts questions of a viewer, as if they had been asked long ago. */
async function insertOld(sessionId: string, participantId: string, count: number): Promise<void> {
  const asked_at = new Date(Date.now() - 3_600_000);
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ id: newId(), session_id: sessionId, participant_id: participantId },
    ...{ text: `${n}`, position: 1, asked_at },
  }));
  await database.db.insertInto('session_questions').values(rows).execute();
}

test('the limits of a viewer and of a session hold for requests at the same time', async () => {
  const { watch, sessionId } = await makeAsked(lectern, database.db);
  const [ann, ben, cid] = [await watch(), await watch(), await watch()];
  await insertOld(sessionId, ann.id, mostQuestionsOfViewer - 1);
  const both = await Promise.allSettled([ann.ask('the last'), ann.ask('one too many')]);
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
  await refused(ann.ask('Why?'), 'too_many_questions');
  await insertOld(sessionId, ben.id, mostOpenQuestions - mostQuestionsOfViewer - 1);
  const last = await Promise.allSettled([cid.ask('the last'), cid.ask('one too many')]);
  assert.equal(last.filter(({ status }) => status === 'fulfilled').length, 1);
  await refused(cid.ask('Why?'), 'questions_full');
});

test('a viewer does nothing with questions of others, and reads none of another session', async () => {
  const { watch, owner, inSession, at, ...webinar } = await makeAsked(lectern, database.db);
  const [ann, ben] = [await watch(), await watch()];
  const { id: questionId } = await ann.ask('Why?');
  await refused(ben.api.withdrawQuestion({ ...ben.at, questionId }), 'not_found');
  await refused(ben.api.withdrawQuestion({ ...ann.at, questionId }), 'not_found');
  await refused(ben.api.listViewingQuestions(ann.at), 'not_found');
  await refused(ben.api.listSessionQuestions(inSession), 'forbidden');
  await refused(ben.api.answerQuestion({ ...inSession, questionId, body: { answer: 'Yes' } }), 'forbidden');
  await refused(ben.api.dismissQuestion({ ...inSession, questionId, body: {} }), 'forbidden');
  const second = await insertSession(
    database.db,
    { ...webinar, playbackId: at.playbackId },
    { begunAgo: 30 },
  );
  await owner.answerQuestion({ ...inSession, questionId, body: { answer: 'Yes', isPublic: true } });
  await refused(ann.api.withdrawQuestion({ ...ann.at, questionId }), 'question_closed');
  const other = await watch({}, second.id);
  assert.deepEqual((await other.list()).items, []);
  const inSecond = { ...at, playbackEventSessionId: second.id };
  await refused(owner.answerQuestion({ ...inSecond, questionId, body: {} }), 'not_found');
  // A moderator by a link sees a session after opening it.
  const moderator = await watch({ role: 'moderator' }, second.id);
  await refused(moderator.api.listSessionQuestions(inSession), 'forbidden');
  assert.equal((await moderator.api.listSessionQuestions(inSecond)).total, 0);
  const elsewhere = await makeAsked(lectern, database.db);
  const foreign = { ...elsewhere.at, playbackEventSessionId: inSession.playbackEventSessionId };
  await refused(owner.listSessionQuestions(foreign), 'not_found');
  await refused(owner.listSessionQuestions({ ...inSession, playbackEventSessionId: newId() }), 'not_found');
});

test('a person who was removed neither asks nor reads, and a moderator who was removed does not answer', async () => {
  const { watch, owner, inSession, spaceId } = await makeAsked(lectern, database.db);
  const [ann, ben, moderator] = [await watch(), await watch(), await watch({ role: 'moderator' })];
  const { id: questionId } = await ann.ask('Why?');
  for (const { id: participantId } of [ben, moderator])
    await owner.removeParticipant({ spaceId, participantId });
  await refused(ben.ask('Why?'), 'removed_from_call');
  await refused(ben.list(), 'removed_from_call');
  const answering = moderator.api.answerQuestion({ ...inSession, questionId, body: { answer: 'No' } });
  await assert.rejects(answering, ({ status }: { status: number }) => status === 403 || status === 404);
  const [left] = (await owner.listSessionQuestions(inSession)).items;
  assert.equal(left?.state, 'open');
});

test('answers at the same time: one of two that name the revision is stored', async () => {
  const { watch, owner, inSession } = await makeAsked(lectern, database.db);
  const { id: questionId } = await (await watch()).ask('Why?');
  const answer = (text: string) =>
    owner.answerQuestion({ ...inSession, questionId, body: { answer: text, ifRevision: 0 } });
  const both = await Promise.allSettled([answer('1'), answer('2'), answer('3')]);
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
  await refused(answer('4'), 'question_changed');
});
