import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { isOfEntryForm } from '../../../panel/entry-form/entry-draft.ts';
import { useEntrySentence } from '../../../panel/entry-form/use-entry-sentence.ts';
import { type Editing, useDraft } from '../../../panel/saving/use-draft.ts';
import {
  draftOfPlayback,
  type PlaybackDraft,
  type PlaybackFaultKey,
  playbackChanges,
  playbackFaults,
  playbackServerFaults,
} from '../model/playback-form.ts';
import type { PlaybackPartProps } from '../page/playback-part.ts';

export type PlaybackEditing = Editing<PlaybackDraft, PlaybackFaultKey>;

/** The settings of a webinar while they are edited: only changed ones are sent. */
export function usePlaybackDraft({
  playback,
  spaceId,
  changed,
}: Pick<PlaybackPartProps, 'playback' | 'spaceId' | 'changed'>): PlaybackEditing {
  const text = useText('playbackSettings');
  const entrySentence = useEntrySentence();
  const { sentFaults } = useText('saving');
  const api = useApi();
  const saved = draftOfPlayback(playback);
  return useDraft<PlaybackDraft, PlaybackFaultKey>({
    saved,
    faultsOf: playbackFaults,
    serverFaults: playbackServerFaults,
    sentFaults,
    sentenceOf: (key, fault) => {
      if (isOfEntryForm(key)) return entrySentence(key, fault);
      if (key === 'replayDays') return text.daysBad;
      if (key === 'redirectUrl') return fault === 'long' ? text.addressLong : text.addressBad;
      return fault === 'long' ? text.nameLong : text.nameMissing;
    },
    send: async (draft) => {
      const body = playbackChanges(saved, draft);
      const answer = await api.updatePlayback({ spaceId, playbackId: playback.id, body });
      changed(answer);
      return draftOfPlayback(answer);
    },
  });
}
