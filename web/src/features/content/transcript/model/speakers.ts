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
  /** One of the person's participants; a renaming names it. */
  participantId: string;
  /** Every name in the person's segments: somebody who came back may have another one. */
  names: readonly string[];
  segmentsCount: number;
  /** Whether at least one of the names was corrected. */
  isCorrected: boolean;
};

type Voice = Pick<TranscriptSegment, 'speaker' | 'participantId' | 'externalUserId' | 'originalSpeaker'>;

const isRenamed = ({ speaker, originalSpeaker }: Voice): boolean =>
  originalSpeaker !== undefined && originalSpeaker !== speaker;

const voiceKey = ({ externalUserId, participantId, speaker }: Voice): string =>
  externalUserId ?? participantId ?? speaker;

/** The people with each name. A person whose segments all have the same corrected name is one of them. */
function peopleByName(segments: readonly Voice[]): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  const namesOf = new Map<string, Set<string>>();
  for (const segment of segments) {
    const key = voiceKey(segment);
    namesOf.set(key, (namesOf.get(key) ?? new Set()).add(segment.speaker));
    if (!isRenamed(segment) && !byName.has(segment.speaker)) byName.set(segment.speaker, key);
  }
  for (const [key, names] of namesOf) {
    const [name = ''] = names;
    if (names.size === 1 && !byName.has(name)) byName.set(name, key);
  }
  return byName;
}

/**
 * Tells speakers apart by the person, so that two people with the same name remain two. A segment whose speaker was
 * corrected belongs to the person with that name, if there is one.
 */
export function speakerKeys(segments: readonly Voice[]): (segment: Voice) => string {
  const byName = peopleByName(segments);
  return (segment) =>
    isRenamed(segment) ? (byName.get(segment.speaker) ?? `name:${segment.speaker}`) : voiceKey(segment);
}

/** The speakers with their speaking time, the longest first. */
export function speakersOf(segments: readonly TranscriptSegment[]): Speaker[] {
  const keyOf = speakerKeys(segments);
  const spoken = new Map<string, TranscriptSegment[]>();
  for (const segment of segments) {
    const key = keyOf(segment);
    const known = spoken.get(key);
    if (known) known.push(segment);
    else spoken.set(key, [segment]);
  }
  const speakers = [...spoken].map(([key, own]) => speakerOf(key, own));
  const total = speakers.reduce((sum, { seconds }) => sum + seconds, 0);
  return speakers
    .map((speaker) => ({ ...speaker, share: total > 0 ? speaker.seconds / total : 0 }))
    .sort((one, other) => other.seconds - one.seconds);
}

function speakerOf(key: string, segments: readonly TranscriptSegment[]): Omit<Speaker, 'share'> {
  const own = segments.find((segment) => voiceKey(segment) === key);
  return {
    key,
    // A person who was renamed is shown under the last name.
    name: segments.at(-1)?.speaker ?? '',
    color: avatarColor(own?.participantId ?? key),
    seconds: segments.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0),
    participantId: (own ?? segments[0])?.participantId ?? '',
    names: [...new Set(segments.map(({ speaker }) => speaker))],
    segmentsCount: segments.length,
    isCorrected: segments.some(isRenamed),
  };
}
