import {
  AccessToken,
  DataPacket_Kind,
  RoomServiceClient,
  ServerError,
  TokenVerifier,
  WebhookReceiver,
} from 'livekit-server-sdk';
import { now } from '../../platform/clock.ts';
import { engineParticipantOf, eventOf, grantsFor, isHere, trackOf } from './livekit-messages.ts';
import {
  defaultTokenSeconds,
  type EngineEvent,
  type EngineParticipant,
  type EngineRoom,
  type MediaEngine,
  MediaEngineAway,
  type MutableSource,
  type PublishRights,
  type TokenClaims,
  type TokenRequest,
  WebhookRefused,
} from './media.ts';

export type LiveKitSettings = {
  /** ws, wss, http or https. */
  url: string;
  apiKey: string;
  apiSecret: string;
  requestTimeoutSeconds?: number;
};

/** As LiveKit itself tolerates differences between clocks. */
const clockToleranceSeconds = 60;

/** A LiveKit server as our media engine: the embedded one or one that somebody else runs. */
export class LiveKitEngine implements MediaEngine {
  readonly signalUrl: string;
  readonly #keys: readonly [string, string];
  readonly #rooms: RoomServiceClient;
  readonly #webhooks: WebhookReceiver;
  readonly #tokens: TokenVerifier;

  constructor({ url, apiKey, apiSecret, requestTimeoutSeconds = 5 }: LiveKitSettings) {
    this.signalUrl = url.replace(/^ws/, 'http').replace(/\/+$/, '');
    this.#keys = [apiKey, apiSecret];
    const options = { requestTimeout: requestTimeoutSeconds, failover: false };
    this.#rooms = new RoomServiceClient(this.signalUrl, apiKey, apiSecret, options);
    this.#webhooks = new WebhookReceiver(apiKey, apiSecret);
    this.#tokens = new TokenVerifier(apiKey, apiSecret);
  }

  async issueToken(request: TokenRequest): Promise<string> {
    const token = new AccessToken(...this.#keys, {
      identity: request.participantId,
      name: request.name,
      attributes: { role: request.role, entry: request.entryId },
      ttl: request.ttlSeconds ?? defaultTokenSeconds,
    });
    token.addGrant({
      roomJoin: true,
      room: request.roomId,
      canUpdateOwnMetadata: false,
      ...(request.hidden && { hidden: true, recorder: true }),
      ...grantsFor(request.publish),
    });
    return token.toJwt();
  }

  async verifyToken(token: string): Promise<TokenClaims | undefined> {
    const claims = await this.#tokens.verify(token, clockToleranceSeconds).catch(() => undefined);
    const { sub: participantId, video, attributes } = claims ?? {};
    if (!participantId || !video?.roomJoin || !video.room) return undefined;
    return { roomId: video.room, participantId, entryId: attributes?.entry };
  }

  async listRooms(): Promise<EngineRoom[]> {
    const rooms = await asked(this.#rooms.listRooms(), []);
    return rooms.map(({ name, sid }) => ({ roomId: name, sid }));
  }

  /** LiveKit reads its lists from a store; a message goes through the node of the room, here to no one. */
  async isServed(roomId: string): Promise<boolean> {
    try {
      const options = { destinationIdentities: ['nobody'], topic: 'probe' };
      await this.#rooms.sendData(roomId, new Uint8Array([0]), DataPacket_Kind.RELIABLE, options);
      return true;
    } catch (error) {
      if (error instanceof ServerError) return false;
      throw new MediaEngineAway('the media engine does not answer', { cause: error });
    }
  }

  async listParticipants(roomId: string): Promise<EngineParticipant[]> {
    const participants = await asked(this.#rooms.listParticipants(roomId), []);
    return participants.filter(isHere).map(engineParticipantOf);
  }

  async setPublishing(roomId: string, identity: string, rights: PublishRights): Promise<void> {
    const current = await asked(this.#rooms.getParticipant(roomId, identity), undefined);
    if (!current) return;
    // LiveKit takes what is not named as refused, so all the rest of the permission goes along.
    const permission = { ...current.permission, ...grantsFor(rights) };
    await asked(this.#rooms.updateParticipant(roomId, identity, { permission }), undefined);
  }

  async setRole(roomId: string, identity: string, role: string): Promise<void> {
    // Attributes that are not named stay.
    const change = { attributes: { role } };
    await asked(this.#rooms.updateParticipant(roomId, identity, change), undefined);
  }

  async mute(roomId: string, identity: string, source: MutableSource): Promise<void> {
    const current = await asked(this.#rooms.getParticipant(roomId, identity), undefined);
    const meant = source === 'screen' ? ['screen', 'screen_audio'] : [source];
    for (const track of (current?.tracks ?? []).map(trackOf)) {
      if (track === undefined || track.muted || !meant.includes(track.source)) continue;
      await asked(this.#rooms.mutePublishedTrack(roomId, identity, track.sid, true), undefined);
    }
  }

  async remove(roomId: string, identity: string): Promise<void> {
    await asked(this.#rooms.removeParticipant(roomId, identity), undefined);
  }

  async endRoom(roomId: string): Promise<void> {
    try {
      await asked(this.#rooms.deleteRoom(roomId), undefined);
    } catch (error) {
      if (!((error as Error).cause instanceof ServerError)) throw error;
      // LiveKit answers, the room's node does not. A room that is created again gets a node that can delete it.
      await asked(this.#rooms.createRoom({ name: roomId }), undefined);
      await asked(this.#rooms.deleteRoom(roomId), undefined);
    }
  }

  async isWebhookToken(authorization: string | undefined): Promise<boolean> {
    if (!authorization) return false;
    return this.#tokens.verify(authorization).then(
      ({ sha256 }) => typeof sha256 === 'string',
      () => false,
    );
  }

  async verifyWebhook(rawBody: string, authorization: string | undefined): Promise<EngineEvent | undefined> {
    const event = await this.#webhooks.receive(rawBody, authorization).catch((error: unknown) => {
      throw new WebhookRefused('the webhook is not signed by the media engine', { cause: error });
    });
    return eventOf(event, now());
  }

  async health(): Promise<boolean> {
    return this.#rooms.listRooms(['none']).then(
      () => true,
      () => false,
    );
  }
}

/** The answer, `otherwise` where the room or the person is not there, MediaEngineAway for any other failure. */
const asked = async <T, U>(request: Promise<T>, otherwise: U): Promise<T | U> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ServerError && (error.status === 404 || error.code === 'not_found'))
      return otherwise;
    throw new MediaEngineAway('the media engine does not answer', { cause: error });
  }
};
