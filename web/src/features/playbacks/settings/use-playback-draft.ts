import { updatePlayback } from '../../../../../contract/limits.generated.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { type Editing, useDraft } from '../../../panel/saving/use-draft.ts';
import { type PlaybackDraft, playbackForm } from '../model/playback-form.ts';
import type { PlaybackPartProps } from '../page/playback-part.ts';

export type PlaybackEditing = Editing<PlaybackDraft>;

/** The settings of a webinar while they are edited: only changed ones are sent. */
export function usePlaybackDraft({ playback, spaceId, changed }: PlaybackPartProps): PlaybackEditing {
  const text = useText('playbackSettings');
  const api = useApi();
  return useDraft({
    form: playbackForm,
    place: playback,
    longest: updatePlayback,
    sentenceOf: (key) => {
      if (key === 'replayDays') return text.daysBad;
      return key === 'redirectUrl' ? text.addressBad : text.nameMissing;
    },
    send: async (body) => {
      const answer = await api.updatePlayback({ spaceId, playbackId: playback.id, body });
      changed(answer);
      return answer;
    },
  });
}
