import { now } from '../../../platform/clock.ts';
import { hashOf, Keyring, randomAlphanumeric, randomToken } from '../../../platform/crypto.ts';
import {
  defaultTokenSeconds,
  type EngineEvent,
  type EngineParticipant,
  type EngineRoom,
  type EngineTrack,
  type LeftReason,
  type MediaEngine,
  MediaEngineAway,
  type MediaSource,
  type MediaTokenRequest,
  type MutableSource,
  type PublishRights,
  type TokenClaims,
  WebhookRefused,
} from '../media.ts';

type FakeRoom = { sid: string; people: Map<string, FakePerson> };
type FakeToken = { video: { room: string }; sub: string; attributes: { entry: string; role: string } } & {
  name: string;
  publish: PublishRights;
  hidden: boolean;
  exp: number;
};
type Deliver = (rawBody: string, authorization: string) => void;
type Without<E, K extends PropertyKey> = E extends unknown ? Omit<E, K> : never;
type Happening = Without<EngineEvent, 'id' | 'at' | 'roomId' | 'roomSid'>;

const purpose = 'fake media server';

/** A media server without media: rooms, participants and tracks in memory. The contract test covers it. */
export class FakeMediaEngine implements MediaEngine {
  readonly signalUrl = 'http://fake-media.invalid';
  /** While true, every call fails as if the media server did not respond. */
  isAway = false;
  /** Rooms on a dead node: still listed, and calls about them fail when the promise resolves. */
  readonly lost = new Map<string, Promise<unknown>>();
  readonly #keys = new Keyring([randomToken(32)]);
  readonly #rooms = new Map<string, FakeRoom>();
  readonly #deliver: Deliver;

  /** @param deliver gets each webhook as an engine would post it */
  constructor(deliver: Deliver = () => {}) {
    this.#deliver = deliver;
  }

  async issueToken(request: MediaTokenRequest): Promise<string> {
    const claims: FakeToken = {
      video: { room: request.roomId },
      sub: request.participantId,
      attributes: { entry: request.entryId, role: request.role },
      name: request.name,
      publish: request.publish,
      hidden: request.hidden === true,
      exp: now().getTime() + (request.ttlSeconds ?? defaultTokenSeconds) * 1000,
    };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `fake.${payload}.${this.#keys.sign(purpose, payload).toString('base64url')}`;
  }

  async verifyToken(token: string): Promise<TokenClaims | undefined> {
    try {
      const { video, sub, attributes } = this.#genuine(token);
      return { roomId: video.room, participantId: sub, entryId: attributes.entry };
    } catch {
      return undefined;
    }
  }

  /** Connects a client with a token. */
  join(token: string): FakePerson {
    const person = this.connect(token);
    person.begin();
    return person;
  }

  /** Connects a client with a token to signalling: its media session begins with `begin`. */
  connect(token: string): FakePerson {
    this.#assertHere();
    return this.enter(this.#genuine(token));
  }

  #genuine(token: string): FakeToken {
    const [, payload = '', mac = ''] = token.split('.');
    if (!this.#keys.verify(purpose, payload, Buffer.from(mac, 'base64url'))) throw new Error('invalid token');
    const claims = claimsOf(token);
    if (claims.exp < now().getTime()) throw new Error('expired token');
    return claims;
  }

  /** For `connect`, and for a client's own reconnect, which needs no new token. */
  enter(claims: FakeToken): FakePerson {
    const roomId = claims.video.room;
    const room = this.#rooms.get(roomId) ?? this.#openRoom(roomId);
    room.people.get(claims.sub)?.end('replaced');
    const person = new FakePerson(this, claims);
    room.people.set(claims.sub, person);
    return person;
  }

  leave(roomId: string, person: FakePerson, reason: LeftReason): void {
    const room = this.#rooms.get(roomId);
    if (room?.people.get(person.identity) !== person) return;
    room.people.delete(person.identity);
    const participant = person.describe();
    this.tell(roomId, {
      type: 'participant_left',
      participant,
      reason,
      ...(participant.isConnecting && { isDoubtful: true }),
    });
  }

  tell(roomId: string, what: Happening): void {
    const roomSid = this.#rooms.get(roomId)?.sid ?? '';
    const at = what.type === 'participant_joined' ? what.participant.joinedAt : now();
    const body = JSON.stringify({ ...what, id: `EV_${randomAlphanumeric(12)}`, at, roomId, roomSid });
    this.#deliver(body, this.#keys.sign(purpose, hashOf(body)).toString('base64url'));
  }

  async listRooms(): Promise<EngineRoom[]> {
    this.#assertHere();
    return [...this.#rooms].map(([roomId, { sid }]) => ({ roomId, sid }));
  }

  async isServed(roomId: string): Promise<boolean> {
    this.#assertHere();
    if (!this.lost.has(roomId)) return this.#rooms.has(roomId);
    await this.lost.get(roomId);
    return false;
  }

  async listParticipants(roomId: string): Promise<EngineParticipant[]> {
    this.#assertHere();
    if (this.lost.has(roomId)) {
      await this.lost.get(roomId);
      throw new MediaEngineAway('no node has the room');
    }
    return [...(this.#rooms.get(roomId)?.people.values() ?? [])].map((person) => person.describe());
  }

  async findParticipant(roomId: string, identity: string): Promise<EngineParticipant | undefined> {
    return (await this.listParticipants(roomId)).find((person) => person.identity === identity);
  }

  async setPublishing(
    roomId: string,
    whom: string | EngineParticipant,
    rights: PublishRights,
  ): Promise<void> {
    this.#find(roomId, typeof whom === 'string' ? whom : whom.identity)?.allow(rights);
  }

  async setRole(roomId: string, identity: string, role: string): Promise<void> {
    this.#find(roomId, identity)?.become(role);
  }

  async setName(roomId: string, identity: string, name: string): Promise<void> {
    this.#find(roomId, identity)?.rename(name);
  }

  async setSpotlight(roomId: string, identity: string, since: Date | null): Promise<void> {
    this.#find(roomId, identity)?.spotlight(since?.toISOString());
  }

  async mute(roomId: string, whom: string | EngineParticipant, source: MutableSource): Promise<void> {
    const person = this.#find(roomId, typeof whom === 'string' ? whom : whom.identity);
    person?.setMuted(source, true);
    if (source === 'screen') person?.setMuted('screen_audio', true);
  }

  async remove(roomId: string, identity: string): Promise<void> {
    this.#find(roomId, identity)?.end('removed');
  }

  async endRoom(roomId: string): Promise<void> {
    this.#assertHere();
    const room = this.#rooms.get(roomId);
    if (!room) return;
    if (!this.lost.delete(roomId)) {
      for (const person of room.people.values()) person.end('room_ended');
      this.tell(roomId, { type: 'room_finished' });
    }
    this.#rooms.delete(roomId);
  }

  /** The signature covers the body only. */
  async isWebhookToken(authorization: string | undefined): Promise<boolean> {
    return authorization !== undefined;
  }

  async verifyWebhook(rawBody: string, authorization: string | undefined): Promise<EngineEvent | undefined> {
    const mac = Buffer.from(authorization ?? '', 'base64url');
    if (!this.#keys.verify(purpose, hashOf(rawBody), mac)) throw new WebhookRefused('invalid signature');
    const dates = new Set(['at', 'joinedAt']);
    return JSON.parse(rawBody, (key, value) => (dates.has(key) ? new Date(value) : value));
  }

  async health(): Promise<boolean> {
    return !this.isAway;
  }

  #openRoom(roomId: string): FakeRoom {
    const room: FakeRoom = { sid: `RM_${randomAlphanumeric(12)}`, people: new Map() };
    this.#rooms.set(roomId, room);
    this.tell(roomId, { type: 'room_started' });
    return room;
  }

  #find(roomId: string, identity: string): FakePerson | undefined {
    this.#assertHere();
    return this.#rooms.get(roomId)?.people.get(identity);
  }

  #assertHere(): void {
    if (this.isAway) throw new MediaEngineAway('the media server does not respond');
  }
}

/** The client side of a media session. */
export class FakePerson {
  readonly sid = `PA_${randomAlphanumeric(12)}`;
  readonly identity: string;
  endedBecause: LeftReason | undefined;
  readonly #engine: FakeMediaEngine;
  readonly #claims: FakeToken;
  readonly #joinedAt = now();
  #isConnecting = true;
  #tracks: EngineTrack[] = [];
  #spotlitSince: string | undefined;

  constructor(engine: FakeMediaEngine, claims: FakeToken) {
    this.#engine = engine;
    this.#claims = { ...claims };
    this.identity = claims.sub;
  }

  /** Begins the media session. */
  begin(): void {
    this.#isConnecting = false;
    const participant = this.describe();
    this.#engine.tell(this.#claims.video.room, { type: 'participant_joined', participant });
  }

  publish(source: MediaSource, more: Pick<EngineTrack, 'isMislabelled'> = {}): void {
    if (!this.#claims.publish[source]) throw new Error(`may not publish ${source}`);
    const track: EngineTrack = { sid: `TR_${randomAlphanumeric(12)}`, source, muted: false, ...more };
    this.#tracks.push(track);
    this.#tellOf('track_published', track);
  }

  unpublish(source: MediaSource): void {
    this.#dropTracks((track) => track.source === source);
  }

  setMuted(source: MediaSource, muted: boolean): void {
    for (const track of this.#tracks) if (track.source === source) track.muted = muted;
  }

  allow(rights: PublishRights): void {
    this.#claims.publish = rights;
    this.#dropTracks((track) => !rights[track.source]);
  }

  become(role: string): void {
    this.#claims.attributes = { ...this.#claims.attributes, role };
  }

  spotlight(since: string | undefined): void {
    this.#spotlitSince = since;
  }

  rename(name: string): void {
    this.#claims.name = name;
  }

  leave(): void {
    this.end('left');
  }

  /** Reconnects after a network failure: a new media session with the latest rights. */
  reconnect(): FakePerson {
    this.end('lost');
    const person = this.#engine.enter(this.#claims);
    person.begin();
    return person;
  }

  end(reason: LeftReason): void {
    if (this.endedBecause) return;
    this.#dropTracks(() => true);
    this.endedBecause = reason;
    this.#engine.leave(this.#claims.video.room, this, reason);
  }

  describe(): EngineParticipant {
    const { sub, name, attributes, hidden, publish } = this.#claims;
    return {
      identity: sub,
      sid: this.sid,
      name,
      role: attributes.role,
      entryId: attributes.entry,
      ...(this.#spotlitSince !== undefined && { spotlitSince: this.#spotlitSince }),
      joinedAt: this.#joinedAt,
      ...(this.#isConnecting && { isConnecting: true }),
      hidden,
      publish,
      tracks: this.#tracks.map((track) => ({ ...track })),
    };
  }

  #dropTracks(which: (track: EngineTrack) => boolean): void {
    const gone = this.#tracks.filter(which);
    this.#tracks = this.#tracks.filter((track) => !which(track));
    for (const track of gone) this.#tellOf('track_unpublished', track);
  }

  #tellOf(type: 'track_published' | 'track_unpublished', track: EngineTrack): void {
    const { identity, sid } = this;
    this.#engine.tell(this.#claims.video.room, { type, identity, participantSid: sid, track: { ...track } });
  }
}

const claimsOf = (token: string): FakeToken =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
