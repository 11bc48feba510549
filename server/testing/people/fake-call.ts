import type { Body } from '../../../contract/routes.ts';
import type { FakePerson } from '../../src/engines/media/testing/fake.ts';
import type { TestGroup } from '../group.ts';
import type { InProcess } from '../in-process.ts';
import { waitUntil } from '../wait.ts';
import { type Entered, enterBy, isPresent, makeLink } from './entering.ts';

/** A participant in a call of the fake media server: entered, connected, and present according to the server. */
export type InFakeCall = Entered & { person: FakePerson };

/** Connects to the call, as the page does. */
export async function connectToFakeCall(
  { media }: Pick<InProcess, 'media'>,
  group: TestGroup,
  entered: Entered,
): Promise<InFakeCall> {
  const { signalingToken } = await entered.api.issueSignalingToken(entered.at);
  const person = media.join(signalingToken);
  await entered.api.joinRoom({ ...group.at, body: { participantId: entered.id } });
  await waitUntil(() => isPresent(group, entered.id), {
    timeout: 30_000,
    message: `${entered.id} to be present in the call`,
  });
  return { ...entered, person };
}

/** Enters by a new link and connects. A test that sends media uses `joinCall` and a server with LiveKit. */
export async function joinFakeCall(
  lectern: InProcess,
  group: TestGroup,
  more: Partial<Body<'generateAccess'>> = {},
): Promise<InFakeCall> {
  return connectToFakeCall(
    lectern,
    group,
    await enterBy(lectern, group, { url: await makeLink(group, more) }),
  );
}
