import type { Live } from '../../live/live.ts';
import type { Source } from '../api.ts';
import type { Call } from '../call.ts';

type Parts = {
  live: Pick<Live, 'onPersonal'>;
  call: { media: Pick<Call['media'], 'muters'> };
  /** The own participant id. */
  participantId: string;
};

const isSource = (value: unknown): value is Source =>
  value === 'microphone' || value === 'camera' || value === 'screen';

/** Tells the call which moderator turns off its sources. Returns a function that stops it. */
export const followMuters = ({ live, call, participantId }: Parts): (() => void) =>
  live.onPersonal('muted-in-call', (payload) => {
    const { source, by } = payload;
    if (payload.participantId !== participantId || !isSource(source)) return;
    if (typeof by === 'string' && by !== '') call.media.muters.note(source, by);
  });
