import type { Body } from '../../../contract/routes.ts';
import type { TestGroup } from '../../../server/testing/group.ts';
import type { Lectern } from '../../../server/testing/lectern.ts';
import { type Entered, enterBy, makeLink } from '../../../server/testing/people/entering.ts';
import { SocketListener } from '../../../server/testing/people/listener.ts';
import type { MediaClient, MediaClients } from './media-clients.ts';

export interface Class {
  lectern: Lectern;
  group: TestGroup;
  clients: MediaClients;
}

/** A person of the class: the session, the socket of the chat and the native client of the media server. */
export interface Pupil {
  entered: Entered;
  socket: SocketListener;
  media: MediaClient;
}

export async function comeToClass(
  { lectern, group, clients }: Class,
  more: Partial<Body<'generateAccess'>>,
): Promise<Pupil> {
  const entered = await enterBy(lectern, group, { url: await makeLink(group, more) });
  const socket = await SocketListener.of(lectern, entered.api, group.room.channelId);
  const { signalingToken: token, url } = await entered.api.issueSignalingToken(entered.at);
  return { entered, socket, media: await clients.connect({ url, token }) };
}

export async function leaveClass({ socket, media }: Pupil): Promise<void> {
  socket.close();
  await media.leave();
}
