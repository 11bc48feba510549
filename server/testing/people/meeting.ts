import { join } from 'node:path';
import type { Client } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import { keysIn } from '../../src/engines/media/embedded-settings.ts';
import { LiveKitEngine, type LiveKitSettings } from '../../src/engines/media/livekit.ts';
import { openLink, type TestGroup } from '../group.ts';
import type { Lectern, LecternProcess } from '../lectern.ts';
import { waitUntil } from '../wait.ts';
import { Person } from './person.ts';

/** A participant who entered, with their client and link. */
export interface Entered {
  id: string;
  /** A client with the participant's session. */
  api: Client;
  /** The path parameters of the participant. */
  at: { spaceId: string; participantId: string };
  browser: string;
  url: string;
}

/** A participant in the call: entered, connected, and present according to the server. */
export type InCall = Entered & { person: Person };

let browsers = 0;

export const newBrowser = (): string => {
  browsers += 1;
  return `browser number ${browsers} of the tests`;
};

export async function makeLink({ owner, at }: TestGroup, more: Partial<Body<'generateAccess'>> = {}) {
  return (await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user', ...more } })).url;
}

/** Enters by a link, in a new browser or in the given one. */
export async function enterBy(
  lectern: Lectern,
  group: TestGroup,
  { url, browser = newBrowser() }: { url: string; browser?: string },
): Promise<Entered> {
  const session = await openLink(lectern, url, browser);
  const { id, access_token } = await session.createParticipant({
    spaceId: group.spaceId,
    body: { roomId: group.room.id, clientUniqueId: browser },
  });
  const at = { spaceId: group.spaceId, participantId: id };
  return { id, api: lectern.client(access_token), at, browser, url };
}

export const isPresent = async ({ owner, at }: TestGroup, participantId: string): Promise<boolean> =>
  (await owner.listParticipants(at)).items.some(({ id }) => id === participantId);

/** Connects to the call, as the page does. */
export async function connectToCall(group: TestGroup, entered: Entered): Promise<InCall> {
  const { signalingToken, url } = await entered.api.issueSignalingToken(entered.at);
  const person = await Person.join(url, signalingToken);
  await entered.api.joinRoom({ ...group.at, body: { participantId: entered.id } });
  await waitUntil(() => isPresent(group, entered.id), {
    timeout: 30_000,
    message: `${entered.id} to be present in the call`,
  });
  return { ...entered, person };
}

export async function joinCall(
  lectern: Lectern,
  group: TestGroup,
  more: Partial<Body<'generateAccess'>> = {},
): Promise<InCall> {
  return connectToCall(group, await enterBy(lectern, group, { url: await makeLink(group, more) }));
}

/** The media server of a running server, without the server in between. */
export const engineOf = (lectern: LecternProcess): LiveKitEngine => new LiveKitEngine(mediaOf(lectern));

/** The URL and keys of the media server. */
export function mediaOf({ dataDir, installation, ports }: LecternProcess): LiveKitSettings {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = installation;
  if (url && apiKey && apiSecret) return { url, apiKey, apiSecret };
  return { url: `http://127.0.0.1:${ports.media}`, ...keysIn(join(dataDir, 'engines')) };
}
