import {
  ParticipantKind,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  TrackKind,
  TrackSource,
  VideoStream,
} from '@livekit/rtc-node';
import type { Job } from '../folder/job.ts';
import type { ScenePerson } from '../picture/scene.ts';
import type { SoundKind } from '../sound/mixer.ts';
import { Feed } from './feed.ts';
import { listenToTrack, type OnPiece } from './listening.ts';

/** Events only say that something changed; `refresh` then reads the room itself. */
const changes = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.ParticipantAttributesChanged,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
] as const;

export type VideoSource = 'camera' | 'screen';

export interface PeopleHooks {
  onStage: Job['onStage'];
  /** A sound track starts. The returned `add` takes its pieces until `end` is called. */
  onSound: (participantId: string, source: SoundKind) => { add: OnPiece; end: () => void };
  isSpeaking: (participantId: string) => boolean;
}

export interface SentVideo {
  participantId: string;
  source: VideoSource;
  publication: RemoteTrackPublication;
}

interface Receiver {
  feed?: Feed;
  close: () => void;
}

/** The people in the room, their tracks, and the tracks that we receive. */
export class People {
  readonly #hooks: PeopleHooks;
  readonly #orders = new Map<string, number>();
  readonly #receivers = new Map<RemoteTrack, Receiver>();
  readonly #asked = new WeakSet<RemoteTrackPublication>();
  #room: Room | undefined;

  constructor(hooks: PeopleHooks) {
    this.#hooks = hooks;
  }

  /** Sets the room to read. Call it again after the connection was lost. */
  enter(room: Room): void {
    if (this.#room !== room) for (const change of changes) room.on(change, () => this.refresh());
    this.#room = room;
    this.refresh();
  }

  get ids(): Set<string> {
    return new Set(this.#here.map(({ identity }) => identity));
  }

  nameOf(participantId: string): string {
    return this.#room?.remoteParticipants.get(participantId)?.name ?? '';
  }

  /** All cameras and screens that are on, whether received or not. */
  get videos(): SentVideo[] {
    const found: SentVideo[] = [];
    for (const participant of this.#here) {
      const { identity, trackPublications } = participant;
      for (const publication of trackPublications.values()) {
        const source = videoSource(publication);
        if (source === 'camera' && isCameraHidden(participant)) continue;
        if (source && !publication.muted) found.push({ participantId: identity, source, publication });
      }
    }
    return found;
  }

  get scene(): ScenePerson[] {
    const shown = this.#here.filter((participant) => this.#isOnStage(participant));
    const people = shown.map((participant) => this.#personOf(participant));
    return people.sort((a, b) => a.order - b.order);
  }

  /** Starts and stops receivers so that they match the room. */
  refresh(): void {
    const tracks = new Set<RemoteTrack>();
    for (const { identity, trackPublications } of this.#here) {
      if (!this.#orders.has(identity)) this.#orders.set(identity, this.#orders.size);
      for (const publication of trackPublications.values()) {
        const sound = soundSource(publication);
        if (sound && !this.#asked.has(publication)) {
          this.#asked.add(publication);
          publication.setSubscribed(true);
        }
        const track = publication.track as RemoteTrack | undefined;
        if (!track) continue;
        tracks.add(track);
        if (!this.#receivers.has(track)) this.#receive(identity, publication, track);
        if (publication.muted) this.#receivers.get(track)?.feed?.forget();
      }
    }
    for (const [track, receiver] of this.#receivers) {
      if (tracks.has(track)) continue;
      this.#receivers.delete(track);
      receiver.close();
    }
  }

  /** The last `scene` was drawn, or no scene before it will be. */
  drawn(): void {
    for (const { feed } of this.#receivers.values()) feed?.drawn();
  }

  close(): void {
    for (const receiver of this.#receivers.values()) receiver.close();
    this.#receivers.clear();
    this.#room = undefined;
  }

  get #here(): RemoteParticipant[] {
    const all = [...(this.#room?.remoteParticipants.values() ?? [])];
    return all.filter(({ kind }) => kind !== ParticipantKind.EGRESS);
  }

  /** As on the call page, the stage shows those who may be seen or heard. */
  #isOnStage({ attributes, trackPublications }: RemoteParticipant): boolean {
    const { onStage } = this.#hooks;
    return onStage === 'everybody' || attributes.role === 'moderator' || trackPublications.size > 0;
  }

  #receive(participantId: string, publication: RemoteTrackPublication, track: RemoteTrack): void {
    const sound = soundSource(publication);
    if (videoSource(publication)) {
      const feed = new Feed(new VideoStream(track));
      this.#receivers.set(track, { feed, close: () => feed.close() });
    } else if (sound) {
      const { add, end } = this.#hooks.onSound(participantId, sound);
      const listening = listenToTrack(track, add);
      const close = (): void => {
        listening.close();
        end();
      };
      this.#receivers.set(track, { close });
    }
  }

  #personOf(participant: RemoteParticipant): ScenePerson {
    const { identity, name, attributes, trackPublications } = participant;
    const person: ScenePerson = {
      participantId: identity,
      name: name ?? '',
      order: this.#orders.get(identity) ?? 0,
      spotlitSince: attributes.spotlight || undefined,
      isMuted: true,
      isSpeaking: false,
      camera: undefined,
      screen: undefined,
    };
    for (const publication of trackPublications.values()) {
      if (publication.muted) continue;
      if (publication.source === TrackSource.SOURCE_MICROPHONE) person.isMuted = false;
      const source = videoSource(publication);
      const track = publication.track as RemoteTrack | undefined;
      if (source === 'camera' && isCameraHidden(participant)) continue;
      if (source && track) person[source] = this.#receivers.get(track)?.feed?.picture;
    }
    person.isSpeaking = !person.isMuted && this.#hooks.isSpeaking(identity);
    return person;
  }
}

/** The camera is for moderators only. The media server lets recorders subscribe to every track all the same. */
const isCameraHidden = ({ attributes }: RemoteParticipant): boolean => attributes.camera === 'moderators';

// The media server permits by the source alone: a modified client may send sound as a camera track.
const videoSource = ({ source, kind }: RemoteTrackPublication): VideoSource | undefined => {
  if (kind !== TrackKind.KIND_VIDEO) return undefined;
  if (source === TrackSource.SOURCE_CAMERA) return 'camera';
  return source === TrackSource.SOURCE_SCREENSHARE ? 'screen' : undefined;
};

const soundSource = ({ source, kind }: RemoteTrackPublication): SoundKind | undefined => {
  if (kind !== TrackKind.KIND_AUDIO) return undefined;
  if (source === TrackSource.SOURCE_MICROPHONE) return 'microphone';
  return source === TrackSource.SOURCE_SCREENSHARE_AUDIO ? 'screen' : undefined;
};
