import {
  AccessToken,
  DataPacket_Kind,
  RoomServiceClient,
  ServerError,
  TokenVerifier,
  type UpdateParticipantOptions,
  WebhookReceiver,
} from 'livekit-server-sdk';
import { now } from '../../platform/clock.ts';
import { attributesFor, engineParticipantOf, eventOf, grantsFor, isInRoom } from './livekit-messages.ts';
import {
  defaultTokenSeconds,
  type EngineEvent,
  type EngineParticipant,
  type EngineRoom,
  engineNameOf,
  type MediaEngine,
  MediaEngineAway,
  MediaEngineRefused,
  type MediaTokenRequest,
  type MutableSource,
  type PublishRights,
  type TokenClaims,
  WebhookRefused,
} from './media.ts';

export type LiveKitSettings = {
  /** ws, wss, http or https. */
  url: string;
  apiKey: string;
  apiSecret: string;
  requestTimeoutSeconds?: number;
};

/** The clock difference that LiveKit itself tolerates. */
const clockToleranceSeconds = 60;

/** Uses a LiveKit server as the media server, embedded or external. */
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

  async issueToken(request: MediaTokenRequest): Promise<string> {
    const token = new AccessToken(...this.#keys, {
      identity: request.participantId,
      name: engineNameOf(request.name),
      attributes: {
        ...{ role: request.role, entry: request.entryId },
        ...(request.publish.isCameraHidden && attributesFor(request.publish)),
      },
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
    const rooms = await answerOr(this.#rooms.listRooms(), []);
    return rooms.map(({ name, sid }) => ({ roomId: name, sid }));
  }

  /** Sends a message to nobody through the room's node, since LiveKit lists rooms whose node is dead. */
  async isServed(roomId: string): Promise<boolean> {
    try {
      const options = { destinationIdentities: ['nobody'], topic: 'probe' };
      await this.#rooms.sendData(roomId, new Uint8Array([0]), DataPacket_Kind.RELIABLE, options);
      return true;
    } catch (error) {
      if (error instanceof ServerError) return false;
      throw new MediaEngineAway('the media server does not respond', { cause: error });
    }
  }

  async listParticipants(roomId: string): Promise<EngineParticipant[]> {
    const participants = await answerOr(this.#rooms.listParticipants(roomId), []);
    return participants.filter(isInRoom).map(engineParticipantOf);
  }

  async findParticipant(roomId: string, identity: string): Promise<EngineParticipant | undefined> {
    const found = await answerOr(this.#rooms.getParticipant(roomId, identity), undefined);
    return found && isInRoom(found) ? engineParticipantOf(found) : undefined;
  }

  async setPublishing(
    roomId: string,
    whom: string | EngineParticipant,
    rights: PublishRights,
  ): Promise<void> {
    const before = await this.#personOf(roomId, whom);
    if (!before) return;
    const { identity, hidden, publish } = before;
    // LiveKit resets permissions that are not named.
    const permission = { ...grantsFor(rights), hidden, recorder: hidden };
    // LiveKit tells everybody of attributes that are named, even if they stay the same.
    const isCameraChanged = publish.isCameraHidden !== rights.isCameraHidden;
    const change = { permission, ...(isCameraChanged && { attributes: attributesFor(rights) }) };
    await this.#update(roomId, identity, change);
  }

  // LiveKit keeps attributes that are not named, and removes one that is empty.
  async setRole(roomId: string, identity: string, role: string): Promise<void> {
    await this.#update(roomId, identity, { attributes: { role } });
  }

  async setName(roomId: string, identity: string, name: string): Promise<void> {
    await this.#update(roomId, identity, { name: engineNameOf(name) });
  }

  async setSpotlight(roomId: string, identity: string, since: Date | null): Promise<void> {
    await this.#update(roomId, identity, { attributes: { spotlight: since?.toISOString() ?? '' } });
  }

  async #update(roomId: string, identity: string, change: UpdateParticipantOptions): Promise<void> {
    await answerOr(this.#rooms.updateParticipant(roomId, identity, change), undefined);
  }

  async mute(roomId: string, whom: string | EngineParticipant, source: MutableSource): Promise<void> {
    const person = await this.#personOf(roomId, whom);
    if (!person) return;
    const { identity, tracks } = person;
    const meant = source === 'screen' ? ['screen', 'screen_audio'] : [source];
    const loud = tracks.filter((track) => !track.muted && meant.includes(track.source));
    await Promise.all(
      loud.map(({ sid }) => answerOr(this.#rooms.mutePublishedTrack(roomId, identity, sid, true), undefined)),
    );
  }

  async remove(roomId: string, identity: string): Promise<void> {
    await answerOr(this.#rooms.removeParticipant(roomId, identity), undefined);
  }

  async endRoom(roomId: string): Promise<void> {
    try {
      await answerOr(this.#rooms.deleteRoom(roomId), undefined);
    } catch (error) {
      if (!((error as Error).cause instanceof ServerError)) throw error;
      // LiveKit answers, but the room's node does not. Creating the room again gives it a node that can delete it.
      await answerOr(this.#rooms.createRoom({ name: roomId }), undefined);
      await answerOr(this.#rooms.deleteRoom(roomId), undefined);
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
      throw new WebhookRefused('invalid signature', { cause: error });
    });
    return eventOf(event, now());
  }

  async #personOf(roomId: string, whom: string | EngineParticipant): Promise<EngineParticipant | undefined> {
    return typeof whom === 'string' ? this.findParticipant(roomId, whom) : whom;
  }

  async health(): Promise<boolean> {
    return this.#rooms.listRooms(['none']).then(
      () => true,
      () => false,
    );
  }
}

/**
 * Returns the response, or `otherwise` if the room or participant is missing.
 * @throws MediaEngineAway for other failures; MediaEngineRefused if it is one of the request
 */
const answerOr = async <T, U>(request: Promise<T>, otherwise: U): Promise<T | U> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ServerError && (error.status === 404 || error.code === 'not_found'))
      return otherwise;
    if (error instanceof ServerError && error.status >= 400 && error.status < 500) {
      throw new MediaEngineRefused('the media server refuses the request', { cause: error });
    }
    throw new MediaEngineAway('the media server does not respond', { cause: error });
  }
};
