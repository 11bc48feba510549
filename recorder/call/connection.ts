import { setTimeout as pause } from 'node:timers/promises';
import { DisconnectReason, Room, RoomEvent } from '@livekit/rtc-node';

/** The room is over for us, and coming back would be against somebody's wish. */
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
   * In the room, at first or again. It may be another object than before. `isSame`: the engine had kept us, and the
   * media with us, while only the signalling was away.
   */
  onJoined: (room: Room, isSame: boolean) => void;
  onLost: () => void;
  onEnded: () => void;
  log: (text: string) => void;
}

/** Stays in a room of the media engine: comes back by itself, also where the engine's client gave up. */
export class Connection {
  readonly #url: string;
  readonly #hooks: ConnectionHooks;
  #token: string;
  #room: Room | undefined;
  /** The engine's own name for the room as it is now: an engine that began anew has another. */
  #sid = '';
  /** How often the engine was lost. */
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
    // An engine that hangs never answers, and nobody has to wait for it.
    const leaving = this.#room?.disconnect().catch(() => undefined);
    await Promise.race([leaving, pause(leaveMs, undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    const room = new Room();
    const timeout = new Promise<never>((_, reject) => {
      this.#timer = setTimeout(() => reject(new Error('no answer')), connectMs);
    });
    // Subscribed is what is needed; the quality of each video is asked for apart.
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
      // Lost again while the name was asked for: whoever said so says when it is back.
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

/** Known as soon as somebody is in the room, though the client may tell it a moment later. */
const sidOf = (room: Room): Promise<string> =>
  Promise.race([room.getSid(), pause(sidMs, '', { ref: false })]).catch(() => '');
