import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { type Submit, useSubmit } from '../../../panel/use-submit.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { minuteTime } from '../../../ui/times.ts';
import type { PlaybackSession } from '../schedule/model/schedule-draft.ts';

type Parts = { spaceId: string; ask: (question: Question) => void; onDone: () => void };

export type SessionEnding = Pick<Submit<[PlaybackSession]>, 'isBusy' | 'sentence'> & {
  /** Asks, then cancels a session to come or ends a running one. */
  end: (session: PlaybackSession, returnTo: Question['returnTo']) => void;
};

export function useSessionEnding({ spaceId, ask, onDone }: Parts): SessionEnding {
  const text = useText('sessionEnding');
  const language = useLanguage();
  const api = useApi();
  const { run, isBusy, sentence } = useSubmit(
    ({ id, playbackId }: PlaybackSession) =>
      api.endPlaybackSession({ spaceId, playbackId, playbackEventSessionId: id }),
    { session_finished: text.session_finished, not_found: text.not_found },
  );
  return {
    isBusy,
    sentence,
    end: (session, returnTo) => {
      const start = minuteTime(new Date(session.startDate), language);
      const isToCome = session.state === 'upcoming';
      ask({
        title: isToCome ? text.cancelTitle(start) : text.endTitle(start),
        text: isToCome ? text.cancelText : text.endText,
        yes: isToCome ? text.cancel : text.end,
        no: text.keep,
        act: () => void run(session).then(onDone),
        returnTo,
      });
    },
  };
}
