/**
 * What the product asks of a media engine, in the product's words. A room of the engine is named by our room's id,
 * a person in it by our participant's id.
 */
const mediaSources = ['microphone', 'camera', 'screen', 'screen_audio'] as const;
export type MediaSource = (typeof mediaSources)[number];

/** What somebody may send. Everybody may watch and listen. */
export type PublishRights = Record<MediaSource, boolean>;

const every = (may: boolean): PublishRights => ({
  microphone: may,
  camera: may,
  screen: may,
  screen_audio: may,
});
export const mayPublishAll = every(true);
export const mayPublishNothing = every(false);

export const sameRights = (a: PublishRights, b: PublishRights): boolean =>
  mediaSources.every((source) => a[source] === b[source]);

/** What a person may mute of another: a screen is muted with its sound. */
export type MutableSource = 'microphone' | 'camera' | 'screen';

export type TokenRequest = {
  roomId: string;
  participantId: string;
  name: string;
  role: string;
  /** Of this issue of a token: it comes back with everything the person does through it, also after reconnects. */
  entryId: string;
  publish: PublishRights;
  /** For a service of ours that watches unseen. */
  hidden?: boolean;
  ttlSeconds?: number;
};

/** What a genuine token says. */
export type TokenClaims = { roomId: string; participantId: string; entryId: string | undefined };

export type EngineTrack = { sid: string; source: MediaSource; muted: boolean };

export type EngineParticipant = {
  identity: string;
  /** Of the media session: another one after each full reconnect, while `entryId` stays. */
  sid: string;
  name: string;
  role: string | undefined;
  entryId: string | undefined;
  joinedAt: Date;
  /** A service of ours that watches unseen; it never counts. */
  hidden: boolean;
  publish: PublishRights;
  tracks: EngineTrack[];
};

export type EngineRoom = { roomId: string; sid: string };

export type LeftReason =
  /** Left by wish. */
  | 'left'
  /** The same identity came a second time. */
  | 'replaced'
  | 'removed'
  | 'room_ended'
  | 'engine_stopped'
  /** The engine heard nothing any more. */
  | 'lost'
  | 'other';

type EventBase = { id: string; at: Date; roomId: string; roomSid: string };

/** What happened, as the engine reports it: perhaps late, twice, or never. */
export type EngineEvent =
  | (EventBase & { type: 'room_started' | 'room_finished' })
  | (EventBase & { type: 'participant_joined'; participant: EngineParticipant })
  | (EventBase & {
      type: 'participant_left';
      participant: EngineParticipant;
      reason: LeftReason;
      /** The engine does not say that the session ever began: it may have been an attempt only. */
      isDoubtful?: boolean;
    })
  | (EventBase & {
      type: 'track_published' | 'track_unpublished';
      identity: string;
      participantSid: string;
      track: EngineTrack;
    });

/** Where nothing of that name is there, a call does nothing: the room or the person went in the meantime. */
export type MediaEngine = {
  /** http(s) address of the engine, to which `/rtc` is passed on. */
  readonly signalUrl: string;
  issueToken: (request: TokenRequest) => Promise<string>;
  /**
   * Undefined for a token that the engine did not sign (neither we nor the engine, when it renews one), or that is not
   * valid now.
   */
  verifyToken: (token: string) => Promise<TokenClaims | undefined>;
  listRooms: () => Promise<EngineRoom[]>;
  /** Does a node of the engine carry the room? A room whose node is gone may stay in the list, with its people. */
  isServed: (roomId: string) => Promise<boolean>;
  /** Those whose media session has begun. */
  listParticipants: (roomId: string) => Promise<EngineParticipant[]>;
  setPublishing: (roomId: string, identity: string, rights: PublishRights) => Promise<void>;
  /** What everybody in the room is told that this person is. */
  setRole: (roomId: string, identity: string, role: string) => Promise<void>;
  mute: (roomId: string, identity: string, source: MutableSource) => Promise<void>;
  remove: (roomId: string, identity: string) => Promise<void>;
  endRoom: (roomId: string) => Promise<void>;
  /** Is this the header of a webhook that the engine signed? It proves the sender before the body is read. */
  isWebhookToken: (authorization: string | undefined) => Promise<boolean>;
  /** The event of a webhook, undefined for one that means nothing to us; throws WebhookRefused when it is not the engine's. */
  verifyWebhook: (rawBody: string, authorization: string | undefined) => Promise<EngineEvent | undefined>;
  health: () => Promise<boolean>;
};

/** The engine does not answer, or not sensibly. What was asked may have been done or not. */
export class MediaEngineAway extends Error {
  override name = 'MediaEngineAway';
}

/** A webhook that the engine did not sign, or whose body is not the one that was signed. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused';
}

export const defaultTokenSeconds = 60;
