import { newId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logging/log.ts';
import type { Bus, BusMessage, Node } from '../hub/bus.ts';
import { RedisLink } from './link.ts';
import { decodeMessage, encodeMessage } from './messages.ts';
import { createRedisPresence, refreshMs } from './presence.ts';

export interface RedisBusParts {
  url: string;
  /** Separates the messages of several installations on the same Redis. */
  installation: string;
  log: Logger;
}

interface OutgoingMessage {
  name: string;
  text: string;
  /** Whether it is sent again after an outage. */
  isKept: boolean;
}

/** Time in ms for the other nodes to reconnect to Redis; messages sent earlier would not reach all of them. */
const settleMs = 2500;
/** The table cannot replace these: they are sent again after an outage of Redis. */
const mustArrive = new Set<BusMessage['kind']>(['forget', 'tell', 'recheck']);
/** Further messages are dropped, to bound memory in a long outage. */
const mostUnsent = 5000;

/**
 * Connects the hubs of several nodes by Redis (docs/decisions/0007). Redis is only the fast path and keeps no stream:
 * every node finds lost numbered changes in the table.
 */
export function createRedisBus({ url, installation, log }: RedisBusParts): Bus {
  const prefix = `lectern:${installation}:`;
  const control = `${prefix}all`;
  const self = newId();
  const unsent: OutgoingMessage[] = [];
  const link = new RedisLink({ url, log, onText, onBack });
  const presence = createRedisPresence(link.commands, { prefix, self });
  const nameOf = (channel: string) => `${prefix}channel:${channel}`;
  let node: Node | undefined;
  let settling: NodeJS.Timeout | undefined;
  let renewing: NodeJS.Timeout | undefined;

  function onText(name: string, text: string): void {
    const heard = decodeMessage(text);
    if (!node || !heard || heard.sender === self) return;
    node.deliver(name === control ? '' : name.slice(nameOf('').length), heard.message);
  }

  async function renew(): Promise<void> {
    if (node) await presence.renew(node.heard(), node.present);
  }

  function onBack(): void {
    node?.compare();
    renew().catch(() => undefined);
    clearTimeout(settling);
    settling = setTimeout(() => {
      for (const message of unsent.splice(0)) send(message);
    }, settleMs);
    settling.unref();
  }

  function send(message: OutgoingMessage): void {
    link.commands.publish(message.name, message.text).catch(() => {
      if (message.isKept && unsent.length < mostUnsent) unsent.push(message);
    });
  }

  return {
    start: async (ours) => {
      node = ours;
      await link.open();
      await link.subscribe(control);
      renewing = setInterval(() => renew().catch(() => undefined), refreshMs);
      renewing.unref();
    },
    stop: async () => {
      clearInterval(renewing);
      clearTimeout(settling);
      await presence.leave().catch(() => undefined);
      await link.close();
    },
    subscribe: (channel) => link.subscribe(nameOf(channel)),
    unsubscribe: (channel) => {
      link.unsubscribe(nameOf(channel));
      presence.removeAll(channel).catch(() => undefined);
    },
    send: (channel, message) => {
      const { kind } = message;
      if (kind === 'joined') presence.add(channel, message.member).catch(() => undefined);
      if (kind === 'left') presence.remove(channel, message.member).catch(() => undefined);
      const name = kind === 'recheck' ? control : nameOf(channel);
      send({ name, text: encodeMessage(self, message), isKept: mustArrive.has(kind) });
    },
    presence: (channel) => presence.others(channel).catch(() => ({})),
    serverId: () => link.serverId(),
  };
}
