import { createScope } from '../../../kit/scope.ts';
import type { Live } from '../../live/live.ts';
import type { Source } from '../api.ts';
import type { Call } from '../call.ts';

type Parts = {
  live: Pick<Live, 'onPersonal'>;
  call: { media: Pick<Call['media'], 'muters' | 'screen'> };
  /** The own participant id. */
  participantId: string;
};

const isSource = (value: unknown): value is Source =>
  value === 'microphone' || value === 'camera' || value === 'screen';

type RequestParts = Pick<Parts, 'live' | 'participantId'> & { call: Pick<Call, 'notices' | 'media'> };

/** Shows that a moderator asks for the own microphone, until it is on. Returns a function that stops it. */
export function notifyOfUnmuteRequests({ live, call, participantId }: RequestParts): () => void {
  const { state } = call.media.microphone;
  const isOn = (): boolean => state.get().on;
  const scope = createScope();
  scope.add(
    live.onPersonal('unmute-requested', ({ participantId: id, by }) => {
      if (id !== participantId || isOn()) return;
      call.notices.add({ kind: 'asks-to-unmute', by: typeof by === 'string' && by !== '' ? by : undefined });
    }),
  );
  scope.add(
    state.subscribe(() => {
      if (isOn()) call.notices.dismissWhere(({ kind }) => kind === 'asks-to-unmute');
    }),
  );
  return () => scope.end();
}

/** Tells the call which moderator turns off its sources, and ends a paused screen. Returns a function that stops it. */
export const followMuters = ({ live, call, participantId }: Parts): (() => void) =>
  live.onPersonal('muted-in-call', (payload) => {
    const { source, by } = payload;
    if (payload.participantId !== participantId || !isSource(source)) return;
    if (typeof by === 'string' && by !== '') call.media.muters.note(source, by);
    if (source === 'screen') call.media.screen.endIfPaused();
  });
