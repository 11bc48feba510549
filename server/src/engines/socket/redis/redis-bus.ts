import { newId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logging/log.ts';
import type { Bus, Node } from '../hub/bus.ts';
import { RedisLink } from './link.ts';
import { type BusMessage, decodeMessage, encodeMessage } from './messages.ts';
import { RedisPresence, refreshMs } from './presence.ts';
import { UnsentMessages } from './unsent-messages.ts';

export interface RedisBusParts {
  url: string;
  /** Separates the messages of several installations on the same Redis. */
  installation: string;
  log: Logger;
}

/** Time in ms for the other nodes to reconnect to Redis; messages sent earlier would not reach all of them. */
const settleMs = 2500;

/**
 * Connects the hubs of several nodes by Redis (docs/decisions/0007). Redis is only the fast path and keeps no stream:
 * every node finds lost numbered changes in the table.
 */
export function createRedisBus({ url, installation, log }: RedisBusParts): Bus {
  const prefix = `lectern:${installation}:`;
  const control = `${prefix}all`;
  const self = newId();
  const unsent = new UnsentMessages();
  const link = new RedisLink({ url, log, onText, onBack });
  const presence = new RedisPresence(link.commands, { prefix, self });
  const nameOf = (channel: string) => `${prefix}channel:${channel}`;
  let node: Node | undefined;
  let settling: NodeJS.Timeout | undefined;
  let renewing: NodeJS.Timeout | undefined;

  function onText(name: string, text: string): void {
    const heard = decodeMessage(text);
    if (!node || !heard || heard.sender === self) return;
    deliver(node, name === control ? '' : name.slice(nameOf('').length), heard.message);
  }

  async function renew(): Promise<void> {
    if (node) await presence.renew(node.heard(), node.present);
  }

  function onBack(): void {
    node?.compare();
    renew().catch(() => undefined);
    clearTimeout(settling);
    settling = setTimeout(() => {
      for (const { channel, text } of unsent.take()) say(channel, text, { mustArrive: true });
    }, settleMs);
    settling.unref();
  }

  function say(name: string, text: string, { mustArrive }: { mustArrive: boolean }): void {
    link.commands.publish(name, text).catch(() => {
      if (mustArrive) unsent.add(name, text);
    });
  }

  /** Messages that the table cannot replace are sent again after an outage of Redis. */
  const send = (name: string, message: BusMessage, mustArrive: boolean) =>
    say(name, encodeMessage(self, message), { mustArrive });

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
    publish: (channel, change) => send(nameOf(channel), { kind: 'publish', change }, false),
    forget: (channel) => send(nameOf(channel), { kind: 'forget' }, true),
    tell: (channel, data) => send(nameOf(channel), { kind: 'tell', data }, true),
    recheck: (userIds) => send(control, { kind: 'recheck', userIds }, true),
    joined: (channel, member) => {
      presence.add(channel, member).catch(() => undefined);
      send(nameOf(channel), { kind: 'joined', member }, false);
    },
    left: (channel, member) => {
      presence.remove(channel, member).catch(() => undefined);
      send(nameOf(channel), { kind: 'left', member }, false);
    },
    presence: (channel) => presence.others(channel).catch(() => ({})),
    serverId: () => link.serverId(),
  };
}

function deliver(node: Node, channel: string, message: BusMessage): void {
  if (message.kind === 'publish') node.publish(channel, message.change);
  else if (message.kind === 'forget') node.forget(channel);
  else if (message.kind === 'tell') node.tell(channel, message.data);
  else if (message.kind === 'joined') node.joined(channel, message.member);
  else if (message.kind === 'left') node.left(channel, message.member);
  else node.recheck(message.userIds);
}
