import { useRef, useState } from 'react';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import type { ListedRecord } from '../model/record.ts';
import { pathOf } from '../use-record-actions.ts';
import { readSegments, withSegment } from './model/segments.ts';
import type { Speaker } from './model/speakers.ts';
import type { TranscriptDetails, TranscriptSegment } from './model/transcript.ts';

export type Transcript = TranscriptDetails & { segments: TranscriptSegment[] };
type SegmentChanges = { text?: string; speaker?: string };

type RenamedSpeaker = Pick<Speaker, 'participantId' | 'names'>;

export type LoadedTranscript = {
  value: Transcript | undefined;
  error: unknown;
  reload: () => void;
  /** Sends a correction; throws what the server refused. */
  correct: (segment: TranscriptSegment, changes: SegmentChanges) => Promise<void>;
  /** Renames a speaker in the whole transcript; null restores the original names. Throws what the server refused. */
  rename: (speaker: RenamedSpeaker, name: string | null) => Promise<void>;
  /** True after somebody else's change was found by a correction of ours, until it is dismissed. */
  hasOthersChanges: boolean;
  dismiss: () => void;
};

/** The transcript of a recording; it is read again when the record reports another revision. */
export function useTranscript(record: ListedRecord): LoadedTranscript {
  const api = useApi();
  const path = pathOf(record);
  const [hasOthersChanges, setOthersChanges] = useState(false);
  const isReady = record.transcription.state === 'ready';
  const loaded = useLoaded<Transcript | null>({
    key: ['transcription', record.id, record.transcription.revision],
    load: async () => {
      if (!isReady) return null;
      const { transcription } = await api.getTranscription({ ...path, query: { details: true } });
      const { segmentsBufferString, segmentsCount: _, ...details } = transcription;
      return {
        ...{ summaryKind: 'highlights', sections: [], lines: [], tasks: [], revision: 1, language: null },
        ...details,
        segments: readSegments(segmentsBufferString),
      };
    },
  });
  // A correction of a text and a renaming may follow each other before the page is rendered again.
  const shown = useRef(loaded.value);
  shown.current = loaded.value;

  async function correct(segment: TranscriptSegment, body: SegmentChanges): Promise<void> {
    const { revision, ...changed } = await api.updateTranscriptionSegment({
      ...path,
      segmentId: segment.id,
      body,
    });
    const known = shown.current;
    if (!known) return;
    if (revision > known.revision + 1) {
      setOthersChanges(true);
      loaded.reload();
      return;
    }
    shown.current = { ...known, revision, segments: withSegment(known.segments, changed) };
    loaded.set(shown.current);
  }

  async function rename({ participantId, names }: RenamedSpeaker, speaker: string | null): Promise<void> {
    const { revision, changedCount } = await api.updateTranscriptionSpeaker({
      ...path,
      participantId,
      body: { speaker, from: [...names] },
    });
    const known = shown.current?.revision ?? 0;
    // Without an effect, somebody else has renamed this speaker.
    if (changedCount === 0 || revision > known + 1) setOthersChanges(true);
    loaded.reload();
  }

  return {
    value: loaded.value ?? undefined,
    error: loaded.error,
    reload: loaded.reload,
    correct,
    rename,
    hasOthersChanges,
    dismiss: () => setOthersChanges(false),
  };
}
