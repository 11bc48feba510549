import {
  type ParticipantInfo,
  ParticipantInfo_State as State,
  type TrackInfo,
  TrackSource,
  TrackType,
  type WebhookEvent,
} from 'livekit-server-sdk';
import type {
  EngineEvent,
  EngineParticipant,
  EngineTrack,
  LeftReason,
  MediaSource,
  PublishRights,
} from './media.ts';

const ourSource = new Map<TrackSource, MediaSource>([
  [TrackSource.MICROPHONE, 'microphone'],
  [TrackSource.CAMERA, 'camera'],
  [TrackSource.SCREEN_SHARE, 'screen'],
  [TrackSource.SCREEN_SHARE_AUDIO, 'screen_audio'],
]);

/** By number of LiveKit's `DisconnectReason`, which its SDK does not export. */
const reasons = new Map<number, LeftReason>([
  [1, 'left'],
  [2, 'replaced'],
  [3, 'engine_stopped'],
  [4, 'removed'],
  [5, 'room_ended'],
  [6, 'lost'],
  [9, 'lost'],
  [10, 'room_ended'],
  [14, 'lost'],
  [15, 'lost'],
]);

const sourcesFor = (rights: PublishRights): TrackSource[] =>
  [...ourSource].filter(([, source]) => rights[source]).map(([theirs]) => theirs);

/** LiveKit takes an empty list of sources as all sources, so `canPublish` must be false for none. */
export const grantsFor = (rights: PublishRights) => {
  const canPublishSources = sourcesFor(rights);
  const canPublish = canPublishSources.length > 0;
  // Nothing of ours is sent as data, and the media server limits neither its rate nor who receives it.
  return { canPublish, canPublishData: false, canPublishSources, canSubscribe: true };
};

/** LiveKit removes an attribute that is empty. */
export const attributesFor = ({ isCameraHidden }: PublishRights) => ({
  camera: isCameraHidden ? 'moderators' : '',
});

const rightsOf = ({ permission, attributes }: ParticipantInfo): PublishRights => {
  const may = (source: TrackSource) =>
    permission?.canPublish === true &&
    (permission.canPublishSources.length === 0 || permission.canPublishSources.includes(source));
  return {
    microphone: may(TrackSource.MICROPHONE),
    camera: may(TrackSource.CAMERA),
    screen: may(TrackSource.SCREEN_SHARE),
    screen_audio: may(TrackSource.SCREEN_SHARE_AUDIO),
    isCameraHidden: attributes.camera === 'moderators',
  };
};

const isSound = (source: MediaSource): boolean => source === 'microphone' || source === 'screen_audio';

const trackOf = ({ sid, source, muted, type }: TrackInfo): EngineTrack | undefined => {
  const known = ourSource.get(source);
  if (!known) return undefined;
  const isMislabelled = isSound(known) !== (type === TrackType.AUDIO);
  return { sid, source: known, muted, ...(isMislabelled && { isMislabelled }) };
};

export const isInRoom = ({ state }: ParticipantInfo): boolean => state !== State.DISCONNECTED;

/** In signalling only: the media session of the participant has not begun (docs/decisions/0120). */
const isConnecting = ({ state }: ParticipantInfo): boolean =>
  state === State.JOINING || state === State.JOINED;

export const engineParticipantOf = (info: ParticipantInfo): EngineParticipant => ({
  identity: info.identity,
  sid: info.sid,
  name: info.name,
  role: info.attributes.role,
  entryId: info.attributes.entry,
  ...(info.attributes.spotlight && { spotlitSince: info.attributes.spotlight }),
  joinedAt: new Date(info.joinedAtMs > 0n ? Number(info.joinedAtMs) : Number(info.joinedAt) * 1000),
  ...(isConnecting(info) && { isConnecting: true }),
  hidden: info.permission?.hidden === true,
  publish: rightsOf(info),
  tracks: info.tracks.map(trackOf).filter((track) => track !== undefined),
});

/**
 * `createdAt` has whole seconds only. The time of arrival is more exact within that second; a later one contains the
 * wait for a server that was away.
 */
const momentOf = (createdAt: bigint, received: Date, notBefore?: Date): Date => {
  if (createdAt === 0n) return received;
  const endOfSecond = Number(createdAt) * 1000 + 999;
  return new Date(Math.max(Math.min(received.getTime(), endOfSecond), notBefore?.getTime() ?? 0));
};

export const eventOf = (event: WebhookEvent, received: Date): EngineEvent | undefined => {
  const { room, participant: info } = event;
  if (!room) return undefined;
  const base = {
    id: event.id,
    at: momentOf(event.createdAt, received),
    roomId: room.name,
    roomSid: room.sid,
  };
  switch (event.event) {
    case 'room_started':
    case 'room_finished':
      return { ...base, type: event.event };
    case 'participant_joined': {
      if (!info) return undefined;
      const participant = engineParticipantOf(info);
      return { ...base, type: 'participant_joined', at: participant.joinedAt, participant };
    }
    // LiveKit also sends "aborted" for a participant who was present, if the connection was resumed in between.
    case 'participant_connection_aborted':
    case 'participant_left': {
      if (!info) return undefined;
      const participant = engineParticipantOf(info);
      const at = momentOf(event.createdAt, received, participant.joinedAt);
      const reason = reasons.get(info.disconnectReason) ?? 'other';
      const isDoubtful = event.event === 'participant_connection_aborted';
      return { ...base, type: 'participant_left', at, participant, reason, isDoubtful };
    }
    case 'track_published':
    case 'track_unpublished': {
      const track = event.track && trackOf(event.track);
      if (!info || !track) return undefined;
      return { ...base, type: event.event, identity: info.identity, participantSid: info.sid, track };
    }
    default:
      return undefined;
  }
};
