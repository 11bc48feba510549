import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '../../../contract/client/index.ts';
import { seedOr } from '../../testing/fuzzing/chance.ts';
import { createChance } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type Chatting,
  changesOf,
  enterChat,
  makeChatUser,
  makeMachine,
  type SentMessage,
} from '../../testing/people/chat.ts';

const seed = seedOr(Date.now() % 1_000_000);

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
});
after(() => lectern?.remove());

/** The ids that the test has seen in the channel; some may belong to deleted things. */
interface Known {
  channelId: string;
  people: Chatting[];
  messages: string[];
  pins: string[];
  polls: { id: string; options: string[] }[];
}

type Pick = <T>(from: readonly T[]) => T | undefined;
type Action = (by: Chatting, known: Known, pick: Pick) => Promise<unknown>;

const actions: Action[] = [
  async ({ api }, { channelId, messages }) => {
    messages.push((await api.sendMessage({ body: { channelId, text: `word ${messages.length}` } })).id);
  },
  ({ api }, { messages }, pick) =>
    api.editMessage({ messageId: pick(messages) ?? '1', body: { text: `other ${messages.length}` } }),
  ({ api }, { messages }, pick) => api.deleteMessage({ messageId: pick(messages) ?? '1' }),
  ({ api }, { messages }, pick) =>
    api.addReaction({ messageId: pick(messages) ?? '1', body: { emoji: pick(['👍', '🎉']) ?? '' } }),
  ({ api }, { messages }, pick) => api.removeReaction({ messageId: pick(messages) ?? '1', emoji: '👍' }),
  async ({ api }, { channelId, messages, pins }, pick) => {
    pins.push((await api.pinMessage({ body: { channelId, messageId: pick(messages) ?? '1' } })).id);
  },
  ({ api }, { pins }, pick) => api.unpinMessage({ pinId: pick(pins) ?? '1' }),
  async ({ api }, { channelId, polls }) => {
    const options = [{ option: 'yes' }, { option: 'no' }];
    const poll = await api.createPoll({ body: { channelId, question: 'Well?', options } });
    polls.push({ id: poll.id, options: poll.options.map(({ id }) => id) });
  },
  ({ api }, { polls }, pick) => api.startPoll({ pollId: pick(polls)?.id ?? '1' }),
  ({ api }, { polls }, pick) => api.stopPoll({ pollId: pick(polls)?.id ?? '1' }),
  ({ api }, { polls }, pick) => api.votePoll({ body: { ids: [pick(pick(polls)?.options ?? []) ?? '1'] } }),
  ({ api }, { polls }, pick) => api.deletePoll({ pollId: pick(polls)?.id ?? '1' }),
  ({ api }, { people }, pick) => api.createDirect({ body: { userId: pick(people)?.userId ?? '1' } }),
  ({ api }, { channelId, people }, pick) =>
    api.muteChatUser({
      channelId,
      body: { userId: pick(people)?.userId ?? '1', seconds: pick([0, 1]) ?? 0 },
    }),
  ({ api }, { channelId }, pick) =>
    api.updateChannelSettings({ channelId, body: { linksAllowed: pick([true, false]) ?? true } }),
  ({ api }, { channelId }, pick) =>
    api.updateChannelSettings({ channelId, body: { isChatAllowed: pick([true, true, false]) ?? true } }),
  ({ api }, _known, pick) => api.updateProfile({ body: { displayName: pick(['A', 'B']) ?? '' } }),
  ({ api }) => api.getInitial(),
  async ({ api }, { channelId }) => {
    await api.leaveChannel({ body: { id: channelId } });
    await api.joinChannel({ body: { id: channelId } });
  },
];

async function gather(group: TestGroup): Promise<Chatting[]> {
  const machine = await makeMachine(lectern, group);
  return [
    await enterChat(lectern, group, { role: 'moderator' }),
    await enterChat(lectern, group, { role: 'moderator' }),
    await makeChatUser(lectern, machine, { externalId: 'head', role: 'moderator' }),
    await makeChatUser(lectern, machine, { externalId: 'pupil' }),
    ...(await Promise.all([1, 2, 3].map(() => enterChat(lectern, group)))),
  ];
}

/** Applies the events as chat.md says. @returns the remaining texts */
async function replayed(by: Chatting, channelId: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let last = 0;
  for (;;) {
    const page = await changesOf(by.api, channelId, last);
    if (page.length === 0) return texts;
    for (const { seq, event, payload } of page) {
      assert.equal(seq, last + 1, `a gap before ${seq} (LECTERN_TEST_SEED=${seed})`);
      last = seq;
      const message = payload.message as { id: string; text: string } | undefined;
      if (message) texts.set(message.id, message.text);
      if (event === 'delete-messages') for (const id of payload.ids as string[]) texts.delete(id);
    }
  }
}

/** Reads the messages in the database, page by page upwards. */
async function everything({ api }: Chatting, channelId: string): Promise<Map<string, string>> {
  const pages: SentMessage[][] = [];
  for (;;) {
    const before = pages[0]?.[0]?.id;
    const query = { limit: 100, ...(before !== undefined && { before }) };
    const page = (await api.listMessages({ channelId, query })) as SentMessage[];
    if (page.length === 0) return new Map(pages.flat().map(({ id, text }) => [id, text]));
    pages.unshift(page);
  }
}

test('whatever people do at once, nothing fails, and the events add up to the stored messages', async () => {
  const group = await makeGroup(lectern, { isPublic: true });
  const { channelId } = group.room;
  const known: Known = { channelId, people: await gather(group), messages: [], pins: [], polls: [] };
  const [leader] = known.people;
  assert.ok(leader);
  for (const { api } of known.people) await api.joinChannel({ body: { id: channelId } });
  const act = async (person: Chatting, index: number) => {
    const chance = createChance(seed + index);
    const pick: Pick = (from) => from[Math.floor(chance() * from.length)];
    for (let count = 0; count < 80; count += 1) {
      const action = (chance() < 0.3 ? actions[0] : pick(actions)) as Action;
      await action(person, known, pick).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
      });
    }
  };
  await Promise.all(
    known.people.flatMap((person) => [1, 2].map((turn) => act(person, turn * 100 + Number(person.userId)))),
  );
  const told = await replayed(leader, channelId);
  const there = await everything(leader, channelId);
  assert.ok(there.size > 0);
  assert.deepEqual(there, told, `LECTERN_TEST_SEED=${seed}`);
});
