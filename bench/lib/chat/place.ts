import { Pool } from 'undici';
import type { Lectern } from '../../../server/testing/lectern.ts';

/** A person who entered a room and joined its channel. */
export interface Chatter {
  session: string;
  /** Token of the socket. */
  token: string;
}

export interface ChatRoom {
  spaceId: string;
  roomId: string;
  channelId: string;
}

/** Limits how many run at once. */
export async function together<T, R>(
  items: T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const hands = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as T, index);
    }
  });
  await Promise.all(hands);
  return results;
}

/** HTTP for the benches: kept-alive connections with little overhead. */
export class ChatApi {
  readonly #pool: Pool;

  constructor(lectern: Lectern, connections: number) {
    this.#pool = new Pool(lectern.url, { connections, pipelining: 1 });
  }

  async ask(method: 'GET' | 'POST', path: string, { session, body }: { session?: string; body?: unknown }) {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (session) headers.authorization = `Bearer ${session}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await this.#pool.request({ method, path, headers, ...sent });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text);
  }

  send(
    session: string,
    body: { channelId: string; text: string; clientMessageId: string },
  ): Promise<{ seq: number }> {
    return this.ask('POST', '/v1/messages/send', { session, body });
  }

  /** Enters the public room, joins its channel and gets a socket token. */
  async enter({ spaceId, roomId, channelId }: ChatRoom, name: string): Promise<Chatter> {
    const entry = { roomId, clientUniqueId: name, name };
    const { access_token: session } = await this.ask('POST', `/v1/spaces/${spaceId}/participants`, {
      body: entry,
    });
    await this.ask('POST', '/v1/channels/join', { session, body: { id: channelId } });
    const { token } = await this.ask('GET', '/v1/centrifuge-token', { session });
    return { session, token };
  }

  enterAll(room: ChatRoom, count: number, prefix: string): Promise<Chatter[]> {
    const names = Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
    return together(names, 32, (name) => this.enter(room, name));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

export async function makeChatRooms(lectern: Lectern, count: number): Promise<ChatRoom[]> {
  const client = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await client.createSpace({ body: { name: 'Bench' } });
  const rooms: ChatRoom[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id: roomId, channelId } = await client.createRoom({ spaceId, body: { name: `Bench ${n}` } });
    rooms.push({ spaceId, roomId, channelId });
  }
  return rooms;
}
