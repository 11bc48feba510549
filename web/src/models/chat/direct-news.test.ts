import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Notices } from '../call/notices.ts';
import { createFakeChat } from './chat.fake.ts';
import { notifyOfPrivateMessages } from './direct-news.ts';
import { userNamed } from './server.fake.ts';

/** A chat in which Boris (200) has begun a private conversation (8) with its owner. */
async function createPrivateConversation() {
  const { chat, clock, enter, server, socket } = createFakeChat();
  await enter();
  const notices = new Notices(clock);
  notifyOfPrivateMessages({ chat, notices });
  const users = [userNamed('200', 'Boris\nIvanov')];
  server.directs = [{ ...server.channel(), id: '8', type: 'direct', seq: 0, messages: [], users }];
  socket.publish('user:100', { event: 'new-direct', payload: { id: '8' } });
  await clock.advance(0);
  const [conversation] = chat.directs.get();
  assert.ok(conversation);
  let seq = 0;
  const receive = async (text: string): Promise<void> => {
    seq += 1;
    const message = { ...server.write('200', 'in the room'), id: `7${seq}`, seq, text };
    socket.publish('chat:8', { event: 'message', payload: { channelId: '8', message }, seq });
    await clock.advance(0);
  };
  const told = (): string[] =>
    notices.list.get().map((one) => (one.kind === 'private-message' ? `${one.name}: ${one.text}` : one.kind));
  return { clock, conversation, receive, told };
}

test('the newest private message is in a notice until its conversation is read', async () => {
  const { clock, conversation, receive, told } = await createPrivateConversation();
  await receive('Please stay');
  assert.deepEqual(told(), ['Boris Ivanov: Please stay']);
  await receive('after the lesson');
  assert.deepEqual(told(), ['Boris Ivanov: after the lesson']);
  conversation.setVisible();
  conversation.markRead();
  await clock.advance(0);
  assert.deepEqual(told(), []);
});

test('a private message that is in view needs no notice', async () => {
  const { conversation, receive, told } = await createPrivateConversation();
  conversation.setVisible();
  await receive('Please stay');
  assert.deepEqual(told(), []);
});
