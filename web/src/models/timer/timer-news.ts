import type { Notices } from '../call/notices.ts';
import type { CallTimer } from './call-timer.ts';

type Parts = {
  timer: Pick<CallTimer, 'onNews' | 'onFailure'>;
  notices: Pick<Notices, 'add' | 'dismissWhere'>;
  /** Called when the timer is over. */
  ring: () => void;
};

/** Shows a notice when the timer is over, which screen readers read, too. */
export function notifyOfTimer({ timer, notices, ring }: Parts): () => void {
  const ends = [
    timer.onNews(({ kind }) => {
      if (kind === 'set') notices.dismissWhere((notice) => notice.kind === 'timer-ended');
      if (kind !== 'ended') return;
      notices.add({ kind: 'timer-ended' });
      ring();
    }),
    timer.onFailure(() => notices.add({ kind: 'action-failed' })),
  ];
  return () => {
    for (const end of ends) end();
  };
}
