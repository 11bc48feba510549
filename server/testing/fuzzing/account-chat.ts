import type { Client } from '../../../contract/client/index.ts';
import type { TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';
import { fillChannel } from '../people/chat.ts';
import type { StagePart } from './ends.ts';
import type { Known } from './requests.ts';

export type ChatPart = Extract<
  StagePart,
  'chatSettings' | 'machine' | 'channel' | 'joined' | 'message' | 'polls'
>;

/** The chat of a fuzz account's room; the client is a moderator whom the integrator's server created. */
export class AccountChat {
  readonly #lectern: Lectern;
  readonly #group: TestGroup;
  readonly #known: Known;
  #api!: Client;

  private constructor(lectern: Lectern, group: TestGroup, known: Known) {
    this.#lectern = lectern;
    this.#group = group;
    this.#known = known;
  }

  static async make(lectern: Lectern, group: TestGroup, known: Known): Promise<AccountChat> {
    const made = new AccountChat(lectern, group, known);
    await made.makeAnew('chatSettings');
    const { ids, tokens } = await fillChannel(lectern, group);
    const { channelId, externalId, appId, messageId, pinId, userId } = ids;
    made.#api = lectern.client(tokens.chat);
    Object.assign(known.ids, {
      ...{ appId: [appId], app_id: [appId], channelId: [channelId], id: [channelId], pinId: [pinId] },
      ...{ messageId: [messageId], replyTo: [messageId], userId: [userId], externalId: [externalId] },
    });
    known.credentials.chat = [tokens.chat];
    known.credentials.application = [tokens.application];
    await made.makeAnew('channel');
    await made.makeAnew('polls');
    return made;
  }

  async makeAnew(part: ChatPart): Promise<void> {
    const makers: Record<ChatPart, () => Promise<unknown>> = {
      chatSettings: () => this.#set(),
      machine: () => this.#makeMachine(),
      channel: () => this.#setChannel(),
      joined: () => this.#join(),
      message: () => this.#makeMessage(),
      polls: () => this.#makePolls(),
    };
    await makers[part]();
  }

  #set() {
    const { owner, spaceId } = this.#group;
    const body = { displayDirect: true, accessChatGuest: true, accessRegister: true };
    return owner.updateChatSettings({ spaceId, body });
  }

  async #makeMachine(): Promise<void> {
    const { owner, spaceId } = this.#group;
    const { token } = await owner.createChatM2mToken({ spaceId });
    this.#known.credentials.application = [token];
  }

  #setChannel() {
    const { channelId } = this.#group.room;
    const body = { isChatAllowed: true, slowModeSeconds: 0, linksAllowed: true };
    return this.#api.updateChannelSettings({ channelId, body });
  }

  /** It is not known who left, so everybody joins. */
  async #join(): Promise<void> {
    const { chat, participant } = this.#known.credentials;
    const body = { id: this.#group.room.channelId };
    for (const token of new Set([...chat, ...participant])) {
      await this.#lectern.client(token).joinChannel({ body });
    }
  }

  async #makeMessage(): Promise<void> {
    const { channelId } = this.#group.room;
    const { id: messageId } = await this.#api.sendMessage({ body: { channelId, text: 'hello' } });
    const { id: pinId } = await this.#api.pinMessage({ body: { channelId, messageId } });
    Object.assign(this.#known.ids, { messageId: [messageId], replyTo: [messageId], pinId: [pinId] });
  }

  /** One poll to start, and one that is running. */
  async #makePolls(): Promise<void> {
    const { channelId } = this.#group.room;
    const body = { channelId, question: 'Now?', options: [{ option: 'yes' }, { option: 'no' }] };
    const waiting = await this.#api.createPoll({ body });
    const running = await this.#api.startPoll({ pollId: (await this.#api.createPoll({ body })).id });
    Object.assign(this.#known.ids, {
      ...{ pollId: [waiting.id, running.id], poll_id: [running.id], answer: ['yes'] },
      ids: running.options.map(({ id }) => id),
    });
  }
}
