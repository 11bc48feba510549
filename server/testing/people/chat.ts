import type { Client } from '../../../contract/client/index.ts';
import type { Answer, Body } from '../../../contract/routes.ts';
import type { TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { type Entered, enterBy, makeLink } from './entering.ts';

/** A chat user with a client of their own. */
export interface Chatting {
  api: Client;
  userId: string;
}

/** Enters the room by a link and joins its channel. */
export async function enterChat(
  lectern: Lectern,
  group: TestGroup,
  { username = 'Ann', role = 'user' }: { username?: string; role?: 'user' | 'moderator' } = {},
): Promise<Chatting & Entered> {
  const entered = await enterBy(lectern, group, { url: await makeLink(group, { username, role }) });
  await entered.api.joinChannel({ body: { id: group.room.channelId } });
  return { ...entered, userId: (await entered.api.getInitial()).user.id };
}

export interface Machine {
  appId: string;
  token: string;
  /** A client with the token of the integrator's server. */
  api: Client;
}

export async function makeMachine(lectern: Lectern, { owner, spaceId }: TestGroup): Promise<Machine> {
  const { appId, token } = await owner.createChatM2mToken({ spaceId });
  return { appId, token, api: lectern.client(token) };
}

/** Creates a chat user as the integrator's server does. */
export async function makeChatUser(
  lectern: Lectern,
  { api, appId }: Machine,
  body: Body<'createChatUser'>,
): Promise<Chatting & { token: string }> {
  const { id } = await api.createChatUser({ appId, body });
  const { access_token: token } = await api.issueChatToken({ appId, externalId: body.externalId });
  return { userId: id, token, api: lectern.client(token) };
}

export type SentMessage = Answer<'sendMessage'>;
export interface NumberedChange {
  event: string;
  payload: Record<string, unknown>;
  seq: number;
}

/** All changes of a channel, in order. */
export const changesOf = async (api: Client, channelId: string, since = 0): Promise<NumberedChange[]> =>
  (await api.listMessages({ channelId, query: { since } })) as NumberedChange[];

export const messagesOf = async (api: Client, channelId: string): Promise<SentMessage[]> =>
  (await api.listMessages({ channelId })) as SentMessage[];

/** A channel that contains one of everything: its ids by path parameter, and tokens that may moderate it. */
export interface FilledChannel {
  ids: {
    channelId: string;
    messageId: string;
    pollId: string;
    pinId: string;
    appId: string;
    /** External id of the room, and of the chat user whom the integrator's server created. */
    externalId: string;
    emoji: string;
    userId: string;
  };
  tokens: { chat: string; application: string };
}

export async function fillChannel(lectern: Lectern, group: TestGroup): Promise<FilledChannel> {
  const { channelId, id: externalId } = group.room;
  const machine = await makeMachine(lectern, group);
  const { api, token, userId } = await makeChatUser(lectern, machine, { externalId, role: 'moderator' });
  await api.joinChannel({ body: { id: channelId } });
  const { id: messageId } = await api.sendMessage({ body: { channelId, text: 'hello' } });
  const { id: pinId } = await api.pinMessage({ body: { channelId, messageId } });
  const options = [{ option: 'yes' }, { option: 'no' }];
  const { id: pollId } = await api.createPoll({ body: { channelId, question: 'Well?', options } });
  return {
    ids: { channelId, messageId, pollId, pinId, appId: machine.appId, externalId, emoji: '👍', userId },
    tokens: { chat: token, application: machine.token },
  };
}
