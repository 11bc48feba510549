import { avatarColor } from '../../../../../../contract/avatars.ts';
import type { TranscriptSegment } from './transcript.ts';

export type Speaker = {
  key: string;
  name: string;
  color: string;
  /** Speaking time in seconds. */
  seconds: number;
  /** The part of the speaking time of all, from 0 to 1. */
  share: number;
};

type Voice = Pick<TranscriptSegment, 'speaker' | 'participantId' | 'externalUserId' | 'originalSpeaker'>;

const isRenamed = ({ speaker, originalSpeaker }: Voice): boolean =>
  originalSpeaker !== undefined && originalSpeaker !== speaker;

const voiceKey = ({ externalUserId, participantId, speaker }: Voice): string =>
  externalUserId ?? participantId ?? speaker;

/**
 * Tells speakers apart by the person, so that two people with the same name remain two. A segment whose speaker was
 * corrected belongs to the person with that name, if there is one.
 */
export function speakerKeys(segments: readonly Voice[]): (segment: Voice) => string {
  const byName = new Map<string, string>();
  for (const segment of segments) {
    if (!isRenamed(segment) && !byName.has(segment.speaker)) byName.set(segment.speaker, voiceKey(segment));
  }
  return (segment) =>
    isRenamed(segment) ? (byName.get(segment.speaker) ?? `name:${segment.speaker}`) : voiceKey(segment);
}

/** The speakers with their speaking time, the longest first. */
export function speakersOf(segments: readonly TranscriptSegment[]): Speaker[] {
  const keyOf = speakerKeys(segments);
  const found = new Map<string, Speaker>();
  let total = 0;
  for (const segment of segments) {
    const key = keyOf(segment);
    const seconds = Math.max(0, segment.end - segment.start);
    const seed = isRenamed(segment) ? key : (segment.participantId ?? key);
    const known = found.get(key) ?? { key, name: '', color: avatarColor(seed), seconds: 0, share: 0 };
    // A person who was renamed is shown under the last name.
    found.set(key, { ...known, name: segment.speaker, seconds: known.seconds + seconds });
    total += seconds;
  }
  return [...found.values()]
    .map((speaker) => ({ ...speaker, share: total > 0 ? speaker.seconds / total : 0 }))
    .sort((one, other) => other.seconds - one.seconds);
}
