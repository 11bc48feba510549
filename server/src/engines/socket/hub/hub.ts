import type { Keyring } from '../../../platform/crypto.ts';
import type { Logger } from '../../../platform/logging/log.ts';
import { type SocketEngine, socketPath } from '../socket.ts';
import { type Bus, type BusMessage, noBus } from './bus.ts';
import { createTokens } from './commands/tokens.ts';
import { type Limits, usualLimits } from './limits.ts';
import { HubRun } from './running.ts';
import { createUpgradeRoute } from './upgrade.ts';

export interface HubParts {
  keyring: Keyring;
  /** Where clients connect: a ws or wss URL with the socket's path. */
  url: string;
  tokenSeconds: number;
  log: Logger;
  /** Connects the hubs of several nodes; left out for a single node. */
  bus?: Bus;
  limits?: Partial<Limits>;
}

/** The socket engine that runs in our own process. */
export function createHub({ keyring, url, tokenSeconds, log, bus = noBus, ...more }: HubParts): SocketEngine {
  const limits = { ...usualLimits, ...more.limits };
  const tokens = createTokens(keyring, tokenSeconds);
  let running: HubRun | undefined;
  const upgradeRoute = createUpgradeRoute(limits, (ws, socket) => {
    if (running) running.open(ws, socket);
    else ws.terminate();
  });
  const send = (channel: string, message: BusMessage) => {
    running?.deliver(channel, message);
    bus.send(channel, message);
  };
  return {
    url,
    start: async (source, inbox) => {
      const begun = new HubRun({ source, bus, tokens, limits, log, inbox });
      await begun.start();
      running = begun;
    },
    attach: (upgrades) => upgrades.add([socketPath, `${socketPath}/`], upgradeRoute.take),
    stop: async () => {
      upgradeRoute.close();
      await running?.stop();
      running = undefined;
    },
    issueToken: (userId) => tokens.issue(userId),
    publish: (channel, change) => send(channel, { kind: 'publish', change }),
    forget: (channel) => send(channel, { kind: 'forget' }),
    tell: (channel, data) => send(channel, { kind: 'tell', data }),
    pass: (channel, data) => send(channel, { kind: 'pass', data }),
    recheck: (userIds) => send('', { kind: 'recheck', userIds }),
    presence: async (channel) => running?.context.channels.presence(channel) ?? {},
    serverId: () => bus.serverId(),
    connections: () => running?.connections.size ?? 0,
  };
}
