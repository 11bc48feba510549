import type { Presence } from '../socket.ts';
import type { Bus } from './bus.ts';
import type { Channels } from './channels/channels.ts';

/** The connections on this node that listen to a channel. */
export function presentHere(channels: Channels, name: string): Presence {
  const present: Presence = {};
  for (const { member } of channels.find(name)?.listeners ?? []) present[member.client] = member;
  return present;
}

/** The connections on all nodes that listen to a channel. */
export async function presentAnywhere(channels: Channels, bus: Bus, name: string): Promise<Presence> {
  return { ...(await bus.presence(name)), ...presentHere(channels, name) };
}
