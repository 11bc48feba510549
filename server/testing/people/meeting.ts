import { join } from 'node:path';
import type { Client } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import { keysIn } from '../../src/engines/media/embedded-settings.ts';
import { LiveKitEngine, type LiveKitSettings } from '../../src/engines/media/livekit.ts';
import { openLink, type TestGroup } from '../group.ts';
import type { Lectern, LecternProcess } from '../lectern.ts';
import { waitUntil } from '../wait.ts';
import { Person } from './person.ts';

/** Somebody who entered, with the means by which they did. */
export interface Entered {
  id: string;
  /** By the participant's own session. */
  api: Client;
  /** Path of the participant. */
  at: { spaceId: string; participantId: string };
  browser: string;
  url: string;
}

/** Somebody in the call: entered, connected, and known to the server as present. */
export type InCall = Entered & { person: Person };

let browsers = 0;

export const newBrowser = (): string => {
  browsers += 1;
  return `browser number ${browsers} of the tests`;
};

export async function makeLink({ owner, at }: TestGroup, more: Partial<Body<'generateAccess'>> = {}) {
  return (await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user', ...more } })).url;
}

/** Enters by a link in a browser of its own, or in the one that is named. */
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
export async function connect(group: TestGroup, entered: Entered): Promise<InCall> {
  const { signalingToken, url } = await entered.api.issueSignalingToken(entered.at);
  const person = await Person.join(url, signalingToken);
  await entered.api.joinRoom({ ...group.at, body: { participantId: entered.id } });
  await waitUntil(() => isPresent(group, entered.id), {
    timeout: 30_000,
    message: `${entered.id} to be seen in the call`,
  });
  return { ...entered, person };
}

export async function joinCall(
  lectern: Lectern,
  group: TestGroup,
  more: Partial<Body<'generateAccess'>> = {},
): Promise<InCall> {
  return connect(group, await enterBy(lectern, group, { url: await makeLink(group, more) }));
}

/** The media engine of a running server, asked behind its back. */
export const engineOf = (lectern: LecternProcess): LiveKitEngine => new LiveKitEngine(mediaOf(lectern));

/** The address of the media engine itself, and its keys. */
export function mediaOf({ dataDir, installation, ports }: LecternProcess): LiveKitSettings {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = installation;
  if (url && apiKey && apiSecret) return { url, apiKey, apiSecret };
  return { url: `http://127.0.0.1:${ports.media}`, ...keysIn(join(dataDir, 'engines')) };
}
