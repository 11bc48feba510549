import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf } from '../../../server/testing/database.ts';
import type { TwoNodes } from '../../../server/testing/engines/nodes.ts';
import { createChance } from '../../../server/testing/fuzzing/fuzz.ts';
import { makeGroup } from '../../../server/testing/group.ts';
import type { LecternProcess } from '../../../server/testing/lectern.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { Ledger } from './chat-ledger.ts';
import { ChatPerson } from './chat-person.ts';
import { type ChatVerdict, judgeChat } from './chat-verdict.ts';

/** The servers of one installation, and what can be killed. */
export interface ChatServers {
  nodes: LecternProcess[];
  redis?: TwoNodes['redis'];
  database: Awaited<ReturnType<typeof databaseOf>>;
}

export const chatServersOfOne = async (lectern: LecternProcess): Promise<ChatServers> => ({
  nodes: [lectern],
  database: await databaseOf(lectern),
});

export const chatServersOfTwo = ({
  first,
  second,
  redis,
  services: { database },
}: TwoNodes): ChatServers => ({
  nodes: [first, second],
  redis,
  database,
});

interface ChatRoundsOptions {
  seed: number;
  kills: number;
  people?: number;
  onKill?: (kill: number, what: string, messages: number) => void;
}

export interface ChatOutcome extends ChatVerdict {
  killsOfServers: number;
  killsOfRedis: number;
  seconds: number;
}

/** Least number of messages in a run. */
const leastMessages = 150;

const allCaughtUp = { timeout: 60_000, interval: 100 };

/** People in one channel while its servers are killed again and again. */
class Round {
  readonly #servers: ChatServers;
  readonly #chance: () => number;
  readonly #people: ChatPerson[] = [];
  #channelId = '';
  killsOfServers = 0;
  killsOfRedis = 0;

  constructor(servers: ChatServers, chance: () => number) {
    this.#servers = servers;
    this.#chance = chance;
  }

  async invite(count: number): Promise<void> {
    const [lectern] = this.#servers.nodes;
    if (!lectern) throw new Error('the round has no server');
    const group = await makeGroup(lectern);
    this.#channelId = group.room.channelId;
    const ledger = new Ledger();
    for (let n = 0; n < count; n += 1) {
      const name = `Person ${n}`;
      const { access_token: session } = await lectern.client().createParticipant({
        spaceId: group.spaceId,
        body: { roomId: group.room.id, clientUniqueId: name, name },
      });
      const common = { channelId: this.#channelId, chance: this.#chance, ledger };
      this.#people.push(
        new ChatPerson({ ...common, name, session, urls: this.#servers.nodes.map(({ url }) => url) }),
      );
    }
    await Promise.all(this.#people.map((person) => person.begin()));
  }

  get messages(): number {
    return this.#people.reduce((all, { sent }) => all + sent.length, 0);
  }

  /** Usually waits until people have written for a while; at times the next kill hits them while they reconnect. */
  async #aMoment(): Promise<void> {
    const until = this.messages + this.#people.length;
    const isOnTheWay = { timeout: 30_000, message: 'messages to get through' };
    if (this.#chance() < 0.75) await waitUntil(() => this.messages >= until, isOnTheWay);
    await pause(this.#chance() * 1200);
  }

  /** Kills and restarts one server at random times. */
  async kill(): Promise<string> {
    const { nodes, redis } = this.#servers;
    await this.#aMoment();
    const withRedis = redis && this.#chance() < 0.25;
    if (withRedis) {
      this.killsOfRedis += 1;
      await redis.kill();
      await pause(this.#chance() * 1500);
      await redis.start();
      return 'Redis';
    }
    const victim = nodes[this.killsOfServers % nodes.length];
    this.killsOfServers += 1;
    await victim?.kill();
    await pause(this.#chance() * 1000);
    await victim?.start();
    return nodes.length > 1 ? `server ${((this.killsOfServers - 1) % nodes.length) + 1}` : 'server';
  }

  /** People also write for a while after the last restart; on a slow machine that is most of the messages. */
  async goOnUntil(messages: number): Promise<void> {
    await waitUntil(() => this.messages >= messages, {
      timeout: 60_000,
      message: `${messages} messages to be acknowledged`,
    });
  }

  /** Everybody stops writing; once they have caught up, their changes are compared with the table. */
  async end(): Promise<ChatVerdict> {
    await Promise.all(this.#people.map((person) => person.finishWriting()));
    const { db } = this.#servers.database;
    const table = { db, channelId: this.#channelId };
    const top = async () => {
      const row = await db
        .selectFrom('chat_channels')
        .select('top')
        .where('id', '=', this.#channelId)
        .executeTakeFirstOrThrow();
      return Number(row.top);
    };
    const isCaughtUp = async () => {
      const at = await top();
      return this.#people.every((person) => person.seq === at);
    };
    // The verdict counts people who do not catch up.
    await waitUntil(isCaughtUp, { ...allCaughtUp, message: 'everybody to catch up' }).catch(() => undefined);
    return judgeChat(table, this.#people);
  }

  leave(): void {
    for (const person of this.#people) person.leave();
  }
}

/** 20 people write, lose their connections and reconnect while servers are killed with -9 at random times. */
export async function chatRounds(servers: ChatServers, options: ChatRoundsOptions): Promise<ChatOutcome> {
  const began = performance.now();
  const round = new Round(servers, createChance(options.seed));
  try {
    await round.invite(options.people ?? 20);
    for (let kill = 0; kill < options.kills; kill += 1) {
      const what = await round.kill();
      options.onKill?.(kill, what, round.messages);
    }
    await round.goOnUntil(leastMessages);
    const verdict = await round.end();
    const { killsOfServers, killsOfRedis } = round;
    return { ...verdict, killsOfServers, killsOfRedis, seconds: (performance.now() - began) / 1000 };
  } finally {
    round.leave();
  }
}
