import type { Clock } from '../../../kit/clock.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { createScope } from '../../../kit/scope.ts';
import type { Live } from '../../live/live.ts';
import type { Call } from '../call.ts';

type Parts = {
  live: Pick<Live, 'onPersonal'>;
  call: Pick<Call, 'notices'>;
  roomId: string;
  clock: Clock;
  /** Called when somebody asks. */
  ring: () => void;
};

/** In ms. The page that asks repeats its request more often than this; without one the person has gone, or is in. */
const silentAfter = 25_000;
/** In ms. A moderator who has dismissed the notice is not asked again before this. */
const againAfter = 120_000;

/** Shows moderators who asks to join on another device, while they ask. Returns a function that stops it. */
export function notifyOfDevices({ live, call: { notices }, roomId, clock, ring }: Parts): () => void {
  const scope = createScope();
  const lately = new Set<string>();
  const silences = new Map<string, () => void>();

  function awaitSilence(id: string): void {
    silences.get(id)?.();
    const dismiss = (): void =>
      notices.dismissWhere((one) => one.kind === 'asks-on-device' && one.participantId === id);
    silences.set(id, clock.after(silentAfter, dismiss));
  }

  scope.add(() => {
    for (const cancel of silences.values()) cancel();
  });
  scope.add(
    live.onPersonal('device-request', (payload) => {
      const { participantId: id, name } = payload;
      if (payload.roomId !== roomId || typeof id !== 'string' || typeof name !== 'string') return;
      awaitSilence(id);
      if (lately.has(id)) return;
      lately.add(id);
      scope.add(clock.after(againAfter, () => lately.delete(id)));
      ring();
      notices.add({ kind: 'asks-on-device', participantId: id, name: plainName(name) || id });
    }),
  );
  return () => scope.end();
}
