import { makeGroup } from '../group.ts';
import { startLectern } from '../lectern.ts';
import { enterBy } from '../people/entering.ts';
import { joinCall } from '../people/meeting.ts';
import { SignallingOnly } from '../people/signalling-only.ts';
import { waitUntil } from '../wait.ts';
import { type MeasuredLimit, measureLimit } from './limit.ts';

/** More than anybody has; a client needs some seconds to publish them. */
const microphones = 20;

const until = (condition: () => boolean, message: string) =>
  waitUntil(condition, { timeout: 30_000, interval: 5, message });

/** Guests whose permission ends, or who send what nobody may: until the media server has disconnected them. */
export async function measureGuests(): Promise<MeasuredLimit[]> {
  const lectern = await startLectern();
  try {
    const group = await makeGroup(lectern, { isPublic: false });
    const moderator = await joinCall(lectern, group, { username: 'Mo', role: 'moderator' });
    const inSignalling = async () => {
      const link = await group.owner.generateAccess({ ...group.at, body: { username: 'Una', role: 'user' } });
      const entered = await enterBy(lectern, group, { url: link.url });
      const { signalingToken, url } = await entered.api.issueSignalingToken(entered.at);
      return { link, entered, client: await SignallingOnly.open(url, signalingToken) };
    };
    const [removed, revoked] = [await inSignalling(), await inSignalling()];
    const removal = await measureLimit('a person who is only in signalling is removed', 2000, async () => {
      await moderator.api.removeParticipant(removed.entered.at);
      await until(() => removed.client.hasEnded, 'the removed person to be disconnected');
    });
    const revocation = await measureLimit('the link of a person in signalling is revoked', 2000, async () => {
      await group.owner.revokeAccessLink({ ...group.at, linkId: revoked.link.id });
      await until(() => revoked.client.hasEnded, 'the person of the link to be disconnected');
    });
    const guest = await joinCall(lectern, group, { username: 'Gus', role: 'user' });
    const { person } = guest;
    await person.publish('microphone');
    const what = `a guest begins to publish ${microphones} more microphones: disconnected`;
    const doubled = await measureLimit(what, 1000, async () => {
      const published = Array.from({ length: microphones }, () => person.publish('microphone'));
      // Those that the media server no longer takes fail.
      void Promise.allSettled(published);
      await until(() => person.endedBecause !== undefined, 'the guest to be disconnected');
    });
    await Promise.all([moderator.person.leave(), person.leave()]);
    return [removal, revocation, doubled];
  } finally {
    await lectern.remove();
  }
}
