import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../../../contract/client/index.ts';
import type { TwoServers } from '../../../../testing/engines/nodes.ts';
import { makeGroup, type TestGroup } from '../../../../testing/group.ts';
import type { Lectern } from '../../../../testing/lectern.ts';
import { enterBy, makeLink } from '../../../../testing/people/entering.ts';
import { SocketListener } from '../../../../testing/people/listener.ts';
import { joinCall } from '../../../../testing/people/meeting.ts';
import { waitUntil } from '../../../../testing/wait.ts';

/** A person who waits reads the socket's address from the application's public settings. */
async function listen(lectern: Lectern, { room }: TestGroup, api: Client): Promise<SocketListener> {
  const { socketUrl } = await lectern.client().getChatApplicationSettings({ appId: room.appId });
  const listener = new SocketListener({ ...lectern, url: `http://${new URL(socketUrl).host}` }, api);
  await listener.connected();
  return listener;
}

/** Tests the waiting room on two servers, for test files that have started them already. */
export function testWaitingRoom(nodes: () => TwoServers): void {
  /** Connects a moderator to the first server, and two participants who wait to the second. */
  async function scene() {
    const { first, second } = nodes();
    const group = await makeGroup(first, { isPublic: false, waitingRoomAudience: 'everyone' });
    const elsewhere: TestGroup = { ...group, owner: second.client(second.owner.personalToken) };
    const moderator = await joinCall(first, group, { username: 'Mo', role: 'moderator' });
    await moderator.api.joinChannel({ body: { id: group.room.channelId } });
    const ear = await listen(first, group, moderator.api);
    const knock = async (username: string) =>
      enterBy(second, elsewhere, { url: await makeLink(group, { username }) });
    const [ann, bob] = [await knock('Ann'), await knock('Bob')];
    const ears = [await listen(second, group, ann.api), await listen(second, group, bob.api)] as const;
    const end = async () => {
      for (const one of [ear, ...ears]) one.close();
      await moderator.person.leave();
    };
    return { group, elsewhere, moderator, ear, ann, bob, ears, end };
  }

  test('decisions and counts of the waiting room arrive at the other server', async () => {
    const { group, moderator, ear, ann, ears, end } = await scene();
    try {
      const told = (waiting: number) =>
        waitUntil(() => ear.events('waiting-room').at(-1)?.payload.waiting === waiting, {
          timeout: 5000,
          message: `the count ${waiting} at the other server`,
        });
      await told(2);
      await moderator.api.admitParticipant(ann.at);
      assert.equal((await ears[0].hears('admission'))[0]?.payload.participantId, ann.id);
      await told(1);
      await ann.api.joinChannel({ body: { id: group.room.channelId } });
      await waitUntil(() => ears[0].channels.has(`chat:${group.room.channelId}`), {
        timeout: 5000,
        message: 'the channel to arrive',
      });
      await group.owner.updateRoom({ ...group.at, body: { waitingRoomAudience: 'nobody' } });
      assert.equal((await ears[1].hears('admission'))[0]?.payload.status, 'admitted');
      await told(0);
    } finally {
      await end();
    }
  });

  test('of two concurrent decisions at two servers one takes effect', async () => {
    const { moderator, elsewhere, ann, bob, end } = await scene();
    try {
      for (const person of [ann, bob]) {
        const outcomes = await Promise.allSettled([
          moderator.api.admitParticipant(person.at),
          elsewhere.owner.refuseParticipant(person.at),
        ]);
        const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
        assert.equal(won.length, 1);
        assert.equal((await person.api.getParticipant(person.at)).status, won[0]?.value.status);
      }
    } finally {
      await end();
    }
  });
}
