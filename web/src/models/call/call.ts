import type { Clock } from '../../kit/clock.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, keepIfEqual, keepIfSame, type Store } from '../../kit/store.ts';
import { ActivityReports, type Tab } from './activity-reports.ts';
import type { CallApi } from './api.ts';
import type {
  CallEntry,
  CallPermissions,
  CallRoom,
  DeviceChoice,
  LeftReason,
  Role,
} from './call-contract.ts';
import { Connection, type ConnectionState, type MediaSession } from './connection/connection.ts';
import { OwnLink } from './connection/own-link.ts';
import { isOnStage } from './layout/tiles.ts';
import { DeviceList } from './media/device-list.ts';
import { LocalMedia } from './media/local-media.ts';
import type { ScreenState } from './media/own-screen.ts';
import type { DeviceKind, MediaPorts, OwnTrack, SourceState } from './media/own-track.ts';
import { SilentMicrophone } from './media/silent-microphone.ts';
import { Notices } from './notices.ts';
import { Moderation } from './people/moderation.ts';
import { OwnRights } from './people/own-rights.ts';
import {
  keepPeopleWhileReconnecting,
  type Person,
  peopleOf,
  personOf,
  presenceChanges,
} from './people/people.ts';
import { RandomPick } from './people/random-pick.ts';
import { maySendAnything, type Rights } from './people/rights.ts';
import type { Roster } from './people/roster.ts';
import { Speaking } from './people/speaking.ts';

export type CallState = {
  connection: ConnectionState;
  /** Everybody in the call, the own person first. The list is frozen during a reconnection. */
  people: readonly Person[];
  /** The ids of everybody in the call, also of those whom this person may not see; in no order. */
  here: readonly string[];
  rights: Rights;
  microphone: SourceState;
  camera: SourceState;
  screen: ScreenState;
  isRecording: boolean;
  /** When the media server opened the room, in ms of the server's time; undefined before the connection. */
  startedAt: number | undefined;
  /** True during a reconnection if media of others still arrive. */
  isMediaFlowing: boolean;
  /** Since when the own connection is lost, by the clock of this device: nothing of others arrives, although they go on. */
  ownLinkLostAt: number | undefined;
  /** Whether anybody else has been here since the entry. */
  hasMetOthers: boolean;
  /** Whether anybody has been on the stage since the entry. */
  hasSeenSpeakers: boolean;
};

type PresenceChange = { id: number; name: string; came: boolean };

export type CallParts = {
  entry: CallEntry;
  room: CallRoom;
  api: CallApi;
  session: MediaSession;
  roster: Roster;
  ports: MediaPorts;
  clock: Clock;
  /** Whether the media server has not sent anything for some seconds. */
  silence: Store<boolean>;
  devices?: ConstructorParameters<typeof DeviceList>[0];
  /** The window, for its `pagehide`, `pageshow`, `offline` and `online` events. */
  page?: EventTarget | undefined;
  tab: Tab;
};

/** For how long after the entry the server mutes microphones in a room that mutes on entry, and a moment more. */
const muteOnEntryFor = 7_000;
/** For how long after a reconnection arrivals are not announced: people return one by one. */
const quietAfterReturn = 15_000;
/** For how long after a reconnection no tile is removed: the others lost the same server and are returning too. */
const holdAfterReturn = 8_000;
/** In ms. A switch that ends the tracks of a class, or a class that enters, costs a few updates of the page. */
const updateAtMostEvery = 50;

/** The meeting as its participant sees it, without its view. */
export class Call {
  readonly notices: Notices;
  readonly speaking: Speaking;
  readonly moderation: Moderation;
  readonly pick = new RandomPick();
  readonly devices: DeviceList;
  readonly media: LocalMedia;
  readonly silence: SilentMicrophone;
  readonly #parts: CallParts;
  readonly #connection: Connection;
  readonly #activity: ActivityReports;
  readonly #link: OwnLink;
  readonly #rights: OwnRights;
  readonly #scope = createScope();
  readonly #state: ReturnType<typeof createStore<CallState>>;
  readonly #presenceChange = createStore<PresenceChange | undefined>(undefined);
  /** The latest arrival or departure, for screen readers. */
  readonly presenceChange: Store<PresenceChange | undefined> = this.#presenceChange;
  #quietUntil = Number.POSITIVE_INFINITY;
  #holdUntil = 0;
  #cancelHold = (): void => undefined;
  /** Until when the server may mute the microphone because of the entry. */
  #mutedUntil = 0;
  #linkLostAt: number | undefined;
  #hasMetOthers = false;
  #hasSeenSpeakers = false;
  #pending = false;
  #updatedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: CallParts) {
    this.#parts = parts;
    const { api, session, clock } = parts;
    this.notices = new Notices(clock);
    this.speaking = new Speaking(clock);
    this.moderation = new Moderation({
      ...{ api, clock, notices: this.notices, scope: this.#scope },
      isHere: (participantId) => this.#state.get().people.some(({ id }) => id === participantId),
    });
    this.#rights = new OwnRights({
      ...{ room: parts.room, role: parts.entry.role, clock, notices: this.notices },
      permissions: () => parts.roster.me().permissions,
      apply: (rights) => this.media.apply(rights),
      changed: () => this.#changed(),
    });
    this.devices = new DeviceList(parts.devices);
    this.media = new LocalMedia({
      ports: parts.ports,
      notices: this.notices,
      clock,
      changed: () => this.#changed(),
      isEntering: () =>
        parts.room.isMutedOnEntry &&
        this.#rights.role !== 'moderator' &&
        parts.clock.now() < this.#mutedUntil,
      replaced: (kind, track) => void this.#onReplaced(kind, track),
    });
    this.silence = new SilentMicrophone({ microphone: this.media.microphone, clock });
    const connection = new Connection({ api, session, clock });
    this.#connection = connection;
    this.#activity = new ActivityReports({ api, connection, clock, tab: parts.tab, page: parts.page });
    this.#link = new OwnLink({
      ...{ received: session.received, silence: parts.silence, clock, page: parts.page },
      changed: () => this.#changed(),
    });
    this.#state = createStore(this.#read({ people: [], here: [] }));
    this.#watch();
  }

  get state(): Store<CallState> {
    return this.#state;
  }

  /** Enters with the choices of the entry page; `adopt` wraps its live tracks as ours. */
  start(choice: DeviceChoice, adopt: (kind: DeviceKind, track: MediaStreamTrack) => OwnTrack): void {
    const { rights } = this.#state.get();
    const wanted = { microphone: choice.audioEnabled, camera: choice.videoEnabled };
    const open = { microphone: choice.tracks?.audio, camera: choice.tracks?.video };
    const device = { microphone: choice.audioDeviceId, camera: choice.videoDeviceId };
    void this.#connection.start();
    for (const kind of ['microphone', 'camera'] as const) {
      const own = this.media.device(kind);
      own.chooseDevice(device[kind]);
      const track = open[kind];
      if (wanted[kind] && rights[kind]) {
        if (track?.readyState === 'live') own.adopt(adopt(kind, track));
        else void own.set(true);
      } else track?.stop();
    }
    void this.devices.refresh();
  }

  /** Sets the participant's role. Returns false if it was the same already. */
  setRole(role: Role): boolean {
    return this.#rights.setRole(role);
  }

  /** Applies a switch of the room before the media server does. */
  applyPermissions(permissions: CallPermissions): void {
    this.#rights.applyPermissions(permissions);
  }

  /** Reconnects at once, if the person does not want to wait. */
  tryNow(): void {
    this.#connection.tryNow();
  }

  readRole(): Promise<Role> {
    return this.#parts.api.role();
  }

  async leave(reason: LeftReason = 'left'): Promise<void> {
    await this.#connection.leave(reason);
  }

  /** Releases everything. The call cannot be used again. */
  end(): void {
    void this.#connection.leave();
    this.#scope.end();
    this.#cancelHold();
    this.#rights.end();
    this.#link.end();
    this.media.end();
    this.silence.end();
    this.devices.end();
    this.speaking.end();
    this.#activity.end();
    this.notices.end();
  }

  #watch(): void {
    const { roster, session, page } = this.#parts;
    this.#scope.add(
      roster.watch({
        changed: () => this.#changed(),
        live: () => this.#rights.update(),
        speakers: (speakers) => this.#onSpeakers(speakers),
      }),
    );
    this.#scope.add(
      session.watch((event) => {
        if (event.kind !== 'closed') return;
        this.media.pausePublishing();
        this.#onSpeakers([]);
      }),
    );
    this.#scope.add(this.#connection.state.subscribe(() => this.#onConnection()));
    if (!page) return;
    this.#scope.listen(page, 'pagehide', () => this.#connection.suspend());
    this.#scope.listen(page, 'pageshow', () => void this.#connection.start());
    this.#scope.listen(page, 'online', () => this.#connection.retryNow());
  }

  /** While the own connection is lost nobody is heard, so nobody counts as speaking. */
  #onSpeakers(speakers: readonly { id: string; isMe: boolean }[]): void {
    const heard = this.#state.get().ownLinkLostAt !== undefined ? [] : speakers;
    this.speaking.update(heard);
    this.#activity.setSpeaking(heard.some(({ isMe }) => isMe));
  }

  #onConnection(): void {
    const connection = this.#connection.state.get();
    const was = this.#state.get().connection.phase;
    this.#link.setPhase(connection.phase);
    if (connection.phase === 'connected' && was !== 'connected') {
      const now = this.#parts.clock.now();
      if (was === 'connecting') this.#mutedUntil = now + muteOnEntryFor;
      this.#quietUntil = was === 'connecting' ? 0 : now + quietAfterReturn;
      this.#holdUntil = was === 'connecting' ? 0 : now + holdAfterReturn;
      this.#cancelHold();
      this.#cancelHold = this.#parts.clock.after(holdAfterReturn, () => this.#changed());
    }
    this.#refresh(was === 'connecting');
  }

  /** Updates the state once for a burst of events: at once after a quiet time, otherwise when the pause is over. */
  #changed(): void {
    if (this.#pending) return;
    this.#pending = true;
    const update = (): void => {
      this.#pending = false;
      if (!this.#scope.ended) this.#refresh();
    };
    const since = this.#parts.clock.now() - this.#updatedAt;
    // The clock of the device may be set back.
    if (since >= 0 && since < updateAtMostEvery) this.#parts.clock.after(updateAtMostEvery - since, update);
    else queueMicrotask(update);
  }

  #refresh(silently = false): void {
    this.#updatedAt = this.#parts.clock.now();
    const before = this.#state.get();
    if (this.#connection.state.get().phase === 'connected') this.#rights.follow();
    const next = keepIfSame(before, this.#read(before));
    this.#state.set(next);
    if (next.ownLinkLostAt !== undefined && before.ownLinkLostAt === undefined) this.#onSpeakers([]);
    if (!silently && next.connection.phase === 'connected')
      this.#announcePresence(before.people, next.people);
  }

  #read(before: Pick<CallState, 'people' | 'here'>): CallState {
    const connection = this.#connection.state.get();
    const rights = this.#rights.current;
    const state = {
      microphone: this.media.microphone.state.get(),
      camera: this.media.camera.state.get(),
      screen: this.media.screen.state.get(),
    };
    const others = peopleOf(this.#parts.roster.others(), before.people);
    const me = keepIfSame(before.people[0], this.#me(rights));
    const seen = [me, ...others.filter((person) => this.#isSeen(person))];
    const mending = connection.phase !== 'connected' || this.#parts.clock.now() < this.#holdUntil;
    const isKept = mending && before.people.length > 0;
    const people = isKept ? keepPeopleWhileReconnecting(before.people, seen) : seen;
    const hidden = others.filter((person) => !this.#isSeen(person));
    const here = isKept ? before.here : [...people, ...hidden].map(({ id }) => id);
    this.#linkLostAt = this.#link.isLost ? (this.#linkLostAt ?? this.#parts.clock.now()) : undefined;
    this.#hasMetOthers ||= here.length > 1;
    this.#hasSeenSpeakers ||= people.some(isOnStage);
    return {
      connection,
      people: keepIfEqual(before.people, people),
      here: keepIfEqual(before.here, here),
      rights,
      ...state,
      isRecording: this.#parts.roster.isRecording(),
      startedAt: this.#parts.roster.startedAt(),
      isMediaFlowing: this.#link.isMediaFlowing,
      ownLinkLostAt: this.#linkLostAt,
      hasMetOthers: this.#hasMetOthers,
      hasSeenSpeakers: this.#hasSeenSpeakers,
    };
  }

  /** Others than moderators may not see each other; a screen that one of them shares is seen. */
  #isSeen({ role, screen }: Person): boolean {
    const seesAll = this.#parts.room.isPeopleViewingAllowed || this.#rights.role === 'moderator';
    return seesAll || role === 'moderator' || screen;
  }

  /**
   * The own person, with sources read from the devices instead of the media server: the picture is there before the
   * connection is.
   */
  #me(rights: Rights): Person {
    const { entry, roster } = this.#parts;
    const { microphone, camera, screen } = this.media;
    const cameraOn = camera.state.get().on;
    const me = personOf(roster.me());
    return {
      ...me,
      id: entry.participantId,
      // A moderator may have changed it; the media server knows no name before the connection.
      name: roster.me().name ? me.name : entry.name,
      role: this.#rights.role,
      isMe: true,
      joinedAt: 0,
      maySpeak: maySendAnything(rights),
      mayUnmute: rights.microphone,
      microphone: microphone.state.get().on,
      camera: cameraOn,
      screen: screen.state.get().on,
      isScreenPaused: screen.state.get().isPaused,
      cameraPicture: cameraOn ? camera.track : undefined,
      screenPicture: screen.track,
      screenShape: undefined,
    };
  }

  #announcePresence(before: readonly Person[], now: readonly Person[]): void {
    if (this.#parts.clock.now() < this.#quietUntil) return;
    const { came, went } = presenceChanges(before, now);
    const last = came.at(-1) ?? went.at(-1);
    if (!last) return;
    const id = (this.#presenceChange.get()?.id ?? 0) + 1;
    this.#presenceChange.set({ id, name: last.name, came: came.includes(last) });
  }

  async #onReplaced(kind: DeviceKind, track: OwnTrack | undefined): Promise<void> {
    await this.devices.refresh();
    const id = await track?.deviceId();
    const lists = this.devices.lists.get();
    const found = (kind === 'microphone' ? lists.microphones : lists.cameras).find(
      (device) => device.id === id,
    );
    if (!found) return;
    const shown = this.notices.list.get();
    const other = shown.find((notice) => notice.kind === 'device-changed' && notice.device !== kind);
    if (other) this.notices.dismiss(other.id);
    this.notices.add(
      other ? { kind: 'devices-changed' } : { kind: 'device-changed', device: kind, label: found.label },
    );
  }
}
