import { plainName } from '../../../kit/plain-name.ts';
import type { Live } from '../../live/live.ts';
import type { Call } from '../call.ts';

type Parts = {
  live: Pick<Live, 'onPersonal'>;
  call: Pick<Call, 'notices'>;
  roomId: string;
};

/**
 * Shows moderators who asks to join on another device. The page that asks repeats it, so a notice that is shown is not
 * shown again. Returns a function that stops it.
 */
export const notifyOfDevices = ({ live, call: { notices }, roomId }: Parts): (() => void) =>
  live.onPersonal('device-request', (payload) => {
    const { participantId, name } = payload;
    if (payload.roomId !== roomId || typeof participantId !== 'string' || typeof name !== 'string') return;
    const isShown = notices.list
      .get()
      .some((one) => one.kind === 'asks-on-device' && one.participantId === participantId);
    if (isShown) return;
    notices.add({ kind: 'asks-on-device', participantId, name: plainName(name) || participantId });
  });
