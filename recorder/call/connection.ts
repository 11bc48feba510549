import { setTimeout as pause } from 'node:timers/promises';
import { DisconnectReason, Room, RoomEvent } from '@livekit/rtc-node';

/** Reasons after which the recorder must not join again. */
const final = new Set<DisconnectReason>([
  DisconnectReason.DUPLICATE_IDENTITY,
  DisconnectReason.PARTICIPANT_REMOVED,
  DisconnectReason.ROOM_DELETED,
  DisconnectReason.ROOM_CLOSED,
]);
const connectMs = 10_000;
const pauseMs = 500;
const leaveMs = 1_000;
const sidMs = 1_000;

export interface ConnectionHooks {
  /**
   * The connection is in the room, for the first time or again, possibly with another Room object. `isSame`: the
   * media server kept our session and the media went on; only signalling was interrupted.
   */
  onJoined: (room: Room, isSame: boolean) => void;
  onLost: () => void;
  onEnded: () => void;
  log: (text: string) => void;
}

/** Stays in a room of the media server. Joins again after a loss, also where the LiveKit client has given up. */
export class CallConnection {
  readonly #url: string;
  readonly #hooks: ConnectionHooks;
  #token: string;
  #room: Room | undefined;
  /** The media server's id of the room. A restarted media server gives the room another id. */
  #sid = '';
  /** Number of losses so far. */
  #losses = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ url, token }: { url: string; token: string }, hooks: ConnectionHooks) {
    this.#url = url;
    this.#token = token;
    this.#hooks = hooks;
    this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // A media server that hangs never answers: do not wait for it.
    const leaving = this.#room?.disconnect().catch(() => undefined);
    await Promise.race([leaving, pause(leaveMs, undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    const room = new Room();
    const timeout = new Promise<never>((_, reject) => {
      this.#timer = setTimeout(() => reject(new Error('timeout')), connectMs);
    });
    // People and Subscriptions subscribe to what is needed and request the quality of each video.
    const connecting = room.connect(this.#url, this.#token, { autoSubscribe: false, dynacast: false });
    try {
      await Promise.race([connecting, timeout]);
    } catch (error) {
      connecting.then(() => room.disconnect()).catch(() => undefined);
      this.#hooks.log(`could not join: ${error instanceof Error ? error.message : error}`);
      return this.#again();
    } finally {
      clearTimeout(this.#timer);
    }
    if (this.#isClosed) return room.disconnect();
    this.#room = room;
    this.#watch(room);
    this.#hooks.onJoined(room, false);
    this.#sid = await sidOf(room);
  }

  #again(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#connect(), pauseMs);
  }

  #watch(room: Room): void {
    room.on(RoomEvent.TokenRefreshed, () => {
      this.#token = room.token ?? this.#token;
    });
    room.on(RoomEvent.Reconnecting, () => {
      this.#losses += 1;
      this.#hooks.onLost();
    });
    room.on(RoomEvent.Reconnected, async () => {
      const [losses, before] = [this.#losses, this.#sid];
      const sid = await sidOf(room);
      // The connection was lost again during the request: the handler of that loss reports the return.
      if (this.#room !== room || this.#losses !== losses) return;
      this.#sid = sid;
      this.#hooks.onJoined(room, sid === before);
    });
    room.on(RoomEvent.Disconnected, (reason) => {
      if (this.#isClosed || this.#room !== room) return;
      this.#room = undefined;
      room.removeAllListeners();
      this.#hooks.log(`left the room: ${DisconnectReason[reason] ?? reason}`);
      if (final.has(reason)) return this.#hooks.onEnded();
      this.#hooks.onLost();
      this.#again();
    });
  }
}

/** The id exists as soon as the room has a participant, but the client may learn it a moment later. */
const sidOf = (room: Room): Promise<string> =>
  Promise.race([room.getSid(), pause(sidMs, '', { ref: false })]).catch(() => '');
