import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import type { Request } from '../../../panel/use-request.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import type { Playback } from '../page/playback-part.ts';

export type RemovePlayback = (playback: Playback, returnTo: Question['returnTo']) => void;
type Parts = { act: Request['act']; ask: (question: Question) => void; onGone: () => void };

/** Deletes a webinar after the reader confirmed what is lost. */
export function usePlaybackRemoval({ act, ask, onGone }: Parts): RemovePlayback {
  const text = useText('playbacks');
  const api = useApi();
  return ({ id: playbackId, spaceId, name }, returnTo) =>
    ask({
      title: text.removeTitle(plainName(name)),
      text: text.removeText,
      yes: text.remove,
      act: () =>
        void act(() => api.deletePlayback({ spaceId, playbackId })).then((isDone) => isDone && onGone()),
      returnTo,
    });
}
