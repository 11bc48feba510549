import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat } from './chat.fake.ts';

/** A chat whose server opens a direct conversation when the test says so. */
async function chatWithSlowServer() {
  const fake = createFakeChat();
  await fake.enter();
  const { server } = fake;
  let asked = Promise.withResolvers<void>();
  server.api.openDirect = async (userId) => {
    await asked.promise;
    return { ...server.channel(), id: `9${userId}`, type: 'direct' as const, messages: [] };
  };
  const answer = async (error?: Error): Promise<void> => {
    if (error) asked.reject(error);
    else asked.resolve();
    asked = Promise.withResolvers();
    await fake.clock.advance(0);
  };
  return { ...fake, answer };
}

test('the addressee changes before the server is asked, and text written meanwhile goes to nobody else', async () => {
  const { chat, server, clock, answer } = await chatWithSlowServer();
  chat.write({ participantId: 'p2', name: 'Boris' });
  assert.deepEqual(chat.opening.opening.get(), { name: 'Boris', text: '', isSent: false, hasFailed: false });
  await clock.advance(0);
  chat.opening.write('Your mark is a two.');
  assert.equal(chat.room.draft.writing.get().text, '');
  await answer();
  const conversation = chat.shown.get();
  assert.equal(conversation.id, `9${server.me.id}`);
  assert.equal(conversation.draft.writing.get().text, 'Your mark is a two.');
  assert.equal(chat.opening.opening.get(), undefined);
});

test('a message that is sent before the conversation is open waits for it', async () => {
  const { chat, pending, clock, answer } = await chatWithSlowServer();
  chat.write({ userId: '200', name: 'Boris' });
  chat.opening.submit();
  assert.equal(chat.opening.opening.get()?.isSent, false);
  chat.opening.write('Please stay.');
  chat.opening.submit();
  await clock.advance(0);
  assert.deepEqual(pending(), []);
  await answer();
  assert.deepEqual(
    chat.shown
      .get()
      .outbox.list.get()
      .map(({ text }) => text),
    ['Please stay.'],
  );
  assert.deepEqual(pending(), []);
});

test('an opening that fails keeps the text and can be repeated; a person without a chat is such a failure', async () => {
  const { chat, server, clock, answer } = await chatWithSlowServer();
  chat.write({ userId: '200', name: 'Boris' });
  chat.opening.write('Please stay.');
  chat.opening.submit();
  await answer(new Error('unreachable'));
  assert.deepEqual(chat.opening.opening.get(), {
    ...{ name: 'Boris', text: 'Please stay.', isSent: false, hasFailed: true },
  });
  assert.equal(chat.shown.get(), chat.room);
  chat.opening.retry();
  await answer();
  assert.equal(chat.shown.get().draft.writing.get().text, 'Please stay.');
  server.api.userOf = async () => undefined;
  chat.write({ participantId: 'p3', name: 'Vera' });
  await clock.advance(0);
  assert.equal(chat.opening.opening.get()?.hasFailed, true);
});

test('a conversation that opens after the person has chosen another one is not shown', async () => {
  const { chat, answer } = await chatWithSlowServer();
  chat.write({ userId: '200', name: 'Boris' });
  chat.show(chat.room);
  await answer();
  assert.equal(chat.shown.get(), chat.room);
  assert.equal(chat.directs.get().length, 1);
});

test('a text for a person reaches them alone, also if another conversation was chosen before theirs was open', async () => {
  const { chat, answer } = await chatWithSlowServer();
  chat.write({ userId: '200', name: 'Boris' });
  chat.opening.write('Please stay.');
  chat.opening.submit();
  chat.show(chat.room);
  await answer();
  const [conversation] = chat.directs.get();
  assert.equal(chat.shown.get(), chat.room);
  assert.deepEqual(
    conversation?.outbox.list.get().map(({ text }) => text),
    ['Please stay.'],
  );
  assert.deepEqual(chat.room.outbox.list.get(), []);
});

test('a text that could not be sent is shown with its addressee, also if another conversation was chosen', async () => {
  const { chat, answer } = await chatWithSlowServer();
  chat.write({ userId: '200', name: 'Boris' });
  chat.opening.write('Please stay.');
  chat.opening.submit();
  chat.show(chat.room);
  await answer(new Error('unreachable'));
  assert.deepEqual(chat.opening.opening.get(), {
    ...{ name: 'Boris', text: 'Please stay.', isSent: false, hasFailed: true },
  });
});
