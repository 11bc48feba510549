import assert from 'node:assert/strict';
import { openLink, type TestGroup } from '../../../testing/group.ts';
import type { InProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { type Entered, newBrowser } from '../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall } from '../../../testing/people/fake-call.ts';
import type { BbbGroup } from './bbb-client.ts';

/** The room of a link, with the group's owner. */
export async function roomOfLink(group: BbbGroup, url: string): Promise<TestGroup> {
  const alias = new URL(url).pathname.split('/').at(-1) ?? '';
  const { items } = await group.owner.listRooms({ spaceId: group.spaceId });
  const room = items.find((one) => one.alias === alias);
  assert.ok(room);
  return { ...group, room, at: { spaceId: group.spaceId, roomId: room.id } };
}

export type EnteredMeeting = Entered & { group: TestGroup; status: string };

/** Joins as a client does, and enters as its person's browser does. */
export async function enterMeeting(
  lectern: Lectern,
  group: BbbGroup,
  parameters: Record<string, string>,
): Promise<EnteredMeeting> {
  const joined = await group.bbb.call('join', { redirect: 'true', ...parameters });
  assert.equal(joined.status, 302, joined.text);
  const url = joined.headers.get('location') ?? '';
  const own = await roomOfLink(group, url);
  const browser = newBrowser();
  const session = await openLink(lectern, url, browser);
  const entered = await session.createParticipant({
    spaceId: own.spaceId,
    body: { roomId: own.room.id, clientUniqueId: browser },
  });
  const { id, access_token, status } = entered;
  const at = { spaceId: own.spaceId, participantId: id };
  return { id, api: lectern.client(access_token), at, browser, url, group: own, status };
}

/** The same, and connects to the call. */
export async function connectToMeeting(
  lectern: InProcess,
  group: BbbGroup,
  parameters: Record<string, string>,
): Promise<EnteredMeeting & InFakeCall> {
  const entered = await enterMeeting(lectern, group, parameters);
  return { ...entered, ...(await connectToFakeCall(lectern, entered.group, entered)) };
}
