import { plainName } from '../../../kit/plain-name.ts';
import type { Live } from '../../live/live.ts';
import type { Call } from '../call.ts';

type Parts = {
  live: Pick<Live, 'onPersonal'>;
  call: Pick<Call, 'notices'>;
  roomId: string;
};

/** In ms. The page that asks repeats its request; a moderator who has dismissed the notice is not asked at once again. */
const againAfter = 120_000;

/** Shows moderators who asks to join on another device. Returns a function that stops it. */
export function notifyOfDevices({ live, call: { notices }, roomId }: Parts): () => void {
  const shownAt = new Map<string, number>();
  return live.onPersonal('device-request', (payload) => {
    const { participantId, name } = payload;
    if (payload.roomId !== roomId || typeof participantId !== 'string' || typeof name !== 'string') return;
    const now = Date.now();
    if (now - (shownAt.get(participantId) ?? 0) < againAfter) return;
    shownAt.set(participantId, now);
    notices.add({ kind: 'asks-on-device', participantId, name: plainName(name) || participantId });
  });
}
