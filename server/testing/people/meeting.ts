import { join } from 'node:path';
import type { Body } from '../../../contract/routes.ts';
import { keysIn } from '../../src/engines/media/embedded-settings.ts';
import { LiveKitEngine, type LiveKitSettings } from '../../src/engines/media/livekit.ts';
import type { TestGroup } from '../group.ts';
import type { Lectern, LecternProcess } from '../lectern.ts';
import { waitUntil } from '../wait.ts';
import { type Entered, enterBy, isPresent, makeLink } from './entering.ts';
import { Person } from './person.ts';

/** A participant in the call: entered, connected, and present according to the server. */
export type InCall = Entered & { person: Person };

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
