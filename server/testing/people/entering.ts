import type { Client } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import { openLink, type TestGroup } from '../group.ts';
import type { Lectern } from '../lectern.ts';

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
