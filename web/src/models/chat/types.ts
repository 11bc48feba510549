import type { Answer, Body } from '../../../../contract/routes.ts';

export type Message = Answer<'sendMessage'>;
export type Channel = Answer<'joinChannel'>;
export type ChatUser = Answer<'fetchChatUsers'>[number];
export type Pin = Answer<'listPinnedMessages'>[number];
export type Reaction = NonNullable<Message['reactions']>[number];
export type Settings = Channel['settings'];
export type SettingsChange = Body<'updateChannelSettings'>;

/** One change of a channel: numbered 1, 2, 3 … without gaps. */
export type Change = { event: string; payload: Readonly<Record<string, unknown>>; seq: number };
