import { nameOrder } from '../../../i18n/formats.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { keepIfSame } from '../../../kit/store.ts';
import type { Role } from '../call-contract.ts';
import { isCameraHidden } from './hidden-camera.ts';
import { maySendAnything, type Permissions, rightsOf } from './rights.ts';

type ConnectionQuality = 'unknown' | 'good' | 'poor' | 'lost';

/** A picture that an element can show. LiveKit's tracks fit. */
export type AttachableTrack = {
  attach: (element: HTMLMediaElement) => unknown;
  detach: (element: HTMLMediaElement) => unknown;
};

export type Person = {
  id: string;
  name: string;
  role: Role;
  isMe: boolean;
  joinedAt: number;
  /** True if this person may send something. In a webinar room guests only watch. */
  maySpeak: boolean;
  /** True if this person may turn on a microphone. */
  mayUnmute: boolean;
  microphone: boolean;
  camera: boolean;
  /** True if only moderators see the camera. */
  isCameraHidden: boolean;
  screen: boolean;
  /** True if the shared screen shows nothing, because its owner paused it. */
  isScreenPaused: boolean;
  /** Since when a moderator shows this person large to everybody, as sortable text; undefined: nobody does. */
  spotlitSince: string | undefined;
  /** The track of the microphone; undefined until it arrives, and for the own person. */
  sound: { receiver?: RTCRtpReceiver | undefined } | undefined;
  /** Undefined until the track arrives, even if the source is on. */
  cameraPicture: AttachableTrack | undefined;
  screenPicture: AttachableTrack | undefined;
  /** Width divided by height of the shared screen, if known. */
  screenShape: number | undefined;
  quality: ConnectionQuality;
};

type PublicationLike = {
  isMuted: boolean;
  videoTrack?: AttachableTrack | undefined;
  audioTrack?: object | undefined;
  dimensions?: { width: number; height: number } | undefined;
};

/** LiveKit's participants fit this type; so do the fakes of the tests. */
export type ParticipantLike = {
  identity: string;
  name?: string | undefined;
  attributes: Readonly<Record<string, string>>;
  isLocal: boolean;
  joinedAt?: Date | undefined;
  permissions?: Permissions | undefined;
  connectionQuality: string;
  getTrackPublication: (source: never) => PublicationLike | undefined;
};

type SourceName = 'camera' | 'microphone' | 'screen_share';

function publicationOf(participant: ParticipantLike, source: SourceName): PublicationLike | undefined {
  return participant.getTrackPublication(source as never);
}

function qualityOf(word: string): ConnectionQuality {
  if (word === 'excellent' || word === 'good') return 'good';
  return word === 'poor' || word === 'lost' ? word : 'unknown';
}

function shapeOf(publication: PublicationLike | undefined): number | undefined {
  const size = publication?.dimensions;
  return size && size.width > 0 && size.height > 0 ? size.width / size.height : undefined;
}

export function personOf(participant: ParticipantLike): Person {
  const camera = publicationOf(participant, 'camera');
  const microphone = publicationOf(participant, 'microphone');
  const screen = publicationOf(participant, 'screen_share');
  const rights = rightsOf(participant.permissions);
  const isHidden = isCameraHidden(participant.attributes);
  // To a person who may not see it, a hidden camera is off.
  const maySee = participant.isLocal || !isHidden || camera?.videoTrack !== undefined;
  const cameraOn = camera !== undefined && !camera.isMuted && maySee;
  return {
    id: participant.identity,
    name: plainName(participant.name ?? '') || participant.identity,
    role: participant.attributes.role === 'moderator' ? 'moderator' : 'user',
    isMe: participant.isLocal,
    joinedAt: participant.joinedAt?.getTime() ?? 0,
    maySpeak: maySendAnything(rights),
    mayUnmute: rights.microphone,
    microphone: microphone !== undefined && !microphone.isMuted,
    camera: cameraOn,
    isCameraHidden: isHidden,
    // The page of its owner mutes a screen to pause it, and unpublishes one that ends.
    screen: screen !== undefined,
    isScreenPaused: screen?.isMuted ?? false,
    spotlitSince: participant.attributes.spotlight || undefined,
    sound: participant.isLocal ? undefined : microphone?.audioTrack,
    cameraPicture: cameraOn ? camera.videoTrack : undefined,
    screenPicture: screen?.videoTrack,
    screenShape: shapeOf(screen),
    quality: qualityOf(participant.connectionQuality),
  };
}

function byArrival(a: Person, b: Person): number {
  if (a.isMe !== b.isMe) return a.isMe ? -1 : 1;
  return a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1);
}

/** People in the order of the stage: the own person, then by arrival, so that no tile jumps. */
export function peopleOf(participants: Iterable<ParticipantLike>, before: readonly Person[] = []): Person[] {
  const known = new Map(before.map((person) => [person.id, person]));
  return Array.from(participants, (participant) => {
    const next = personOf(participant);
    const earlier = known.get(next.id);
    // A new session after a reconnection is no arrival: the person keeps their position.
    return keepIfSame(earlier, { ...next, joinedAt: earlier?.joinedAt ?? next.joinedAt });
  }).sort(byArrival);
}

/**
 * During a reconnection the media server's list loses people who did not leave. This keeps the earlier list, updates
 * those who are present, and keeps the last picture until the next one arrives.
 */
export function keepPeopleWhileReconnecting(before: readonly Person[], now: readonly Person[]): Person[] {
  const seen = new Map(now.map((person) => [person.id, person]));
  const kept = before.map((person) => {
    const next = seen.get(person.id);
    seen.delete(person.id);
    return next ? keepIfSame(person, withPictures(next, person)) : person;
  });
  return [...kept, ...seen.values()].sort(byArrival);
}

function withPictures(next: Person, before: Person): Person {
  return {
    ...next,
    cameraPicture: next.cameraPicture ?? (next.camera ? before.cameraPicture : undefined),
    screenPicture: next.screenPicture ?? (next.screen ? before.screenPicture : undefined),
  };
}

/** Sorts the list of people: the own person, moderators, then names in the order of the language. */
export function sortForPeopleList(people: readonly Person[], language: string): Person[] {
  const collator = nameOrder(language, { sensitivity: 'base' });
  return [...people].sort((a, b) => {
    if (a.isMe !== b.isMe) return a.isMe ? -1 : 1;
    if (a.role !== b.role) return a.role === 'moderator' ? -1 : 1;
    return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
  });
}

/** Arrivals and departures between two lists, without the own person. */
export function presenceChanges(
  before: readonly Person[],
  now: readonly Person[],
): { came: Person[]; went: Person[] } {
  const ids = (people: readonly Person[]): Set<string> => new Set(people.map(({ id }) => id));
  const [earlier, later] = [ids(before), ids(now)];
  return {
    came: now.filter(({ id, isMe }) => !isMe && !earlier.has(id)),
    went: before.filter(({ id, isMe }) => !isMe && !later.has(id)),
  };
}
