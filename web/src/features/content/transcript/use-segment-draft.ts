import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import type { Speaker } from './model/speakers.ts';
import type { TranscriptSegment } from './model/transcript.ts';
import type { LoadedTranscript } from './use-transcript.ts';

export type Edited = {
  segment: TranscriptSegment;
  /** The person to whom the segment belongs. */
  speaker: Speaker | undefined;
  loaded: Pick<LoadedTranscript, 'correct' | 'rename'>;
  onClose: () => void;
};

/** The draft of a moderator who corrects a segment; `save` sends it. */
export function useSegmentDraft({ segment, speaker, loaded, onClose }: Edited) {
  const { transcription_unavailable, forbidden, partGone } = useText('transcript');
  const [draft, setDraft] = useState({ text: segment.text, speaker: segment.speaker, isForAll: false });
  const [isTried, setTried] = useState(false);
  const saving = useSubmit((act: () => Promise<void>) => act(), {
    ...{ transcription_unavailable, forbidden },
    ...{ not_found: partGone, transcription_not_ready: partGone },
  });
  const sent = { text: draft.text.trim(), speaker: draft.speaker.trim() };
  const isRenamed = sent.speaker !== segment.speaker;
  const others = (speaker?.segmentsCount ?? 1) - 1;
  const original = {
    text: segment.originalText ?? segment.text,
    speaker: segment.originalSpeaker ?? segment.speaker,
  };

  async function send(): Promise<void> {
    const renamed = draft.isForAll && isRenamed ? speaker : undefined;
    const changes = {
      ...(sent.text !== segment.text && { text: sent.text }),
      ...(isRenamed && !renamed && { speaker: sent.speaker }),
    };
    if (Object.keys(changes).length > 0) await loaded.correct(segment, changes);
    if (renamed) await loaded.rename(renamed, sent.speaker === original.speaker ? null : sent.speaker);
  }

  async function save(): Promise<void> {
    setTried(true);
    if (sent.text === '' || sent.speaker === '') return;
    if (await saving.run(send)) onClose();
  }

  return {
    draft,
    change: (next: Partial<typeof draft>) => {
      saving.touch();
      setDraft({ ...draft, ...next });
    },
    save,
    saving,
    original,
    isOriginal: draft.text === original.text && draft.speaker === original.speaker,
    isCorrected: original.text !== segment.text || original.speaker !== segment.speaker,
    isMissing: (field: 'text' | 'speaker') => isTried && sent[field] === '',
    /** How many other segments a renaming may change, too. */
    others: isRenamed && sent.speaker !== '' ? others : 0,
  };
}
