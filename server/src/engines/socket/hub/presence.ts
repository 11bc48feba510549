import type { Presence } from '../socket.ts';
import type { Bus } from './bus.ts';
import type { Channels } from './channels/channels.ts';

/** Who listens to a channel on this node. */
export function presentHere(channels: Channels, name: string): Presence {
  const present: Presence = {};
  for (const { member } of channels.find(name)?.listeners ?? []) present[member.client] = member;
  return present;
}

/** Who listens to a channel, on this node and on the others. */
export async function presentAnywhere(channels: Channels, bus: Bus, name: string): Promise<Presence> {
  return { ...(await bus.presence(name)), ...presentHere(channels, name) };
}
