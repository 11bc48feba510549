/**
 * The interface of the media server. Room names are our room ids, and identities are our participant ids.
 * Adapters: `livekit.ts`, with the translation of messages in `livekit-messages.ts`, and `testing/fake.ts` for tests;
 * both pass `media.contract.test.ts`. The embedded LiveKit, started by `startup/engine.ts`, is chosen in
 * `livekit-program.ts`; its settings and codecs are in `embedded-settings.ts`, those of TURN in `turn.ts`.
 */

import { newSecretId } from '../../platform/ids.ts';

const mediaSources = ['microphone', 'camera', 'screen', 'screen_audio'] as const;
export type MediaSource = (typeof mediaSources)[number];

/** The sources that a participant may publish, and who may subscribe to the camera. */
export type PublishRights = Record<MediaSource, boolean> & {
  /**
   * The camera is for moderators only: the participant's client must allow nobody else to subscribe to it, which the
   * media server enforces, and recordings do not show it.
   */
  isCameraHidden: boolean;
};

const every = (may: boolean): PublishRights => ({
  microphone: may,
  camera: may,
  screen: may,
  screen_audio: may,
  isCameraHidden: false,
});
export const mayPublishAll = every(true);
export const mayPublishNothing = every(false);

export const sameRights = (a: PublishRights, b: PublishRights): boolean =>
  a.isCameraHidden === b.isCameraHidden && mediaSources.every((source) => a[source] === b[source]);

/** The sources that a moderator can mute; muting a screen also mutes its sound. */
export type MutableSource = 'microphone' | 'camera' | 'screen';

export type MediaTokenRequest = {
  roomId: string;
  participantId: string;
  name: string;
  role: string;
  /** The id of this entry: events and lists carry it for as long as the token's session lasts, also after reconnects. */
  entryId: string;
  publish: PublishRights;
  /** For a service of ours that is invisible to participants. */
  hidden?: boolean;
  ttlSeconds?: number;
};

/** The claims of a valid token. */
export type TokenClaims = { roomId: string; participantId: string; entryId: string | undefined };

export type EngineTrack = {
  sid: string;
  source: MediaSource;
  muted: boolean;
  /** The kind does not fit the source, such as sound as a camera track: the media server permits by the source alone. */
  isMislabelled?: true;
};

export type EngineParticipant = {
  identity: string;
  /** The id of the media session, which changes with each full reconnect, while `entryId` stays. */
  sid: string;
  name: string;
  role: string | undefined;
  entryId: string | undefined;
  /** Since when everybody sees the participant large; undefined: they do not. */
  spotlitSince?: string | undefined;
  joinedAt: Date;
  /** Signalling only: the media session has not begun. Others see the participant already, and the participant them. */
  isConnecting?: true;
  /** A service of ours that is invisible and not counted. */
  hidden: boolean;
  publish: PublishRights;
  tracks: EngineTrack[];
};

export type EngineRoom = { roomId: string; sid: string };

export type LeftReason =
  /** The participant left. */
  | 'left'
  /** The same identity connected again. */
  | 'replaced'
  | 'removed'
  | 'room_ended'
  | 'engine_stopped'
  /** The media server lost the connection. */
  | 'lost'
  | 'other';

type EventBase = { id: string; at: Date; roomId: string; roomSid: string };

/** An event of the media server. It may arrive late, twice or never. */
export type EngineEvent =
  | (EventBase & { type: 'room_started' | 'room_finished' })
  /** The media session of a participant has begun. */
  | (EventBase & { type: 'participant_joined'; participant: EngineParticipant })
  | (EventBase & {
      type: 'participant_left';
      participant: EngineParticipant;
      reason: LeftReason;
      /** The media server does not know whether the session ever began: it may have been a failed attempt. */
      isDoubtful?: boolean;
    })
  | (EventBase & {
      type: 'track_published' | 'track_unpublished';
      identity: string;
      participantSid: string;
      track: EngineTrack;
    });

/** A call about a missing room or participant does nothing, because they may have gone meanwhile. */
export type MediaEngine = {
  /** The http(s) URL of the media server, to which `/rtc` is proxied. */
  readonly signalUrl: string;
  issueToken: (request: MediaTokenRequest) => Promise<string>;
  /**
   * Resolves to undefined for a token that is expired or not signed with the media server's key. The media
   * server signs tokens too, when it renews one.
   */
  verifyToken: (token: string) => Promise<TokenClaims | undefined>;
  listRooms: () => Promise<EngineRoom[]>;
  /** Whether a node of the media server serves the room: the list may still have rooms of a dead node. */
  isServed: (roomId: string) => Promise<boolean>;
  /** Everybody whom the media server shows to others, so also participants who are connecting. */
  listParticipants: (roomId: string) => Promise<EngineParticipant[]>;
  /** One of `listParticipants`; undefined if the media server does not show the participant. */
  findParticipant: (roomId: string, identity: string) => Promise<EngineParticipant | undefined>;
  /** @param whom the identity, or the participant as just listed, which saves a request */
  setPublishing: (roomId: string, whom: string | EngineParticipant, rights: PublishRights) => Promise<void>;
  /** Sets the role that other participants see. */
  setRole: (roomId: string, identity: string, role: string) => Promise<void>;
  /** Sets the name that other participants see. */
  setName: (roomId: string, identity: string, name: string) => Promise<void>;
  /** Sets since when everybody sees the participant large, until the person leaves; null: no more. */
  setSpotlight: (roomId: string, identity: string, since: Date | null) => Promise<void>;
  mute: (roomId: string, whom: string | EngineParticipant, source: MutableSource) => Promise<void>;
  remove: (roomId: string, identity: string) => Promise<void>;
  endRoom: (roomId: string) => Promise<void>;
  /** Checks the signature header of a webhook, before the body is read. */
  isWebhookToken: (authorization: string | undefined) => Promise<boolean>;
  /** The event of a webhook, or undefined for one that we ignore. Throws WebhookRefused if the signature is invalid. */
  verifyWebhook: (rawBody: string, authorization: string | undefined) => Promise<EngineEvent | undefined>;
  health: () => Promise<boolean>;
};

/** The media server does not respond, or responds with an unexpected error. The request may have been executed. */
export class MediaEngineAway extends Error {
  override name = 'MediaEngineAway';
}

/** The media server responds, and refuses this request: others may succeed. */
export class MediaEngineRefused extends MediaEngineAway {
  override name = 'MediaEngineRefused';
}

/** In bytes of UTF-8; LiveKit refuses longer names. Ours have 100 characters of up to four bytes. */
const longestEngineName = 256;

/** The name as the media server has it. */
export function engineNameOf(name: string): string {
  let [cut, bytes] = ['', 0];
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > longestEngineName) break;
    cut += character;
  }
  return cut;
}

/** The webhook's signature is missing or does not match its body. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused';
}

export const defaultTokenSeconds = 60;

const diagnosticsRoom = /^diagnostics-(\d{10})-[0-9a-f]{24}$/;

/**
 * The id of a room in which one person tests the connection. It is no room of the database and has no calls. It
 * contains its end, so that every node knows it, also after a restart.
 */
export const newDiagnosticsRoomId = (endsAt: Date): string =>
  `diagnostics-${Math.floor(endsAt.getTime() / 1000)}-${newSecretId()}`;

/** When the room for a test of the connection ends; undefined for every other room. */
export function endOfDiagnosticsRoom(roomId: string): Date | undefined {
  const [, end] = diagnosticsRoom.exec(roomId) ?? [];
  return end === undefined ? undefined : new Date(Number(end) * 1000);
}
