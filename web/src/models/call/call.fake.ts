import { createFakeClock } from '../../kit/clock.fake.ts';
import { createStore } from '../../kit/store.ts';
import type { Activity, CallApi } from './api.ts';
import { Call } from './call.ts';
import type { CallRoom, DeviceChoice, Role } from './call-contract.ts';
import type { SessionEvent } from './connection/connection.ts';
import { createFakePorts, FakeTrack } from './media/fake-track.ts';
import type { ParticipantLike } from './people/people.ts';
import type { RosterListener } from './people/roster.ts';

type Somebody = {
  id: string;
  name?: string;
  canPublish?: boolean;
  /** The only sources that this person may send, by LiveKit's numbers. */
  sources?: number[];
  camera?: boolean;
  screen?: boolean;
  role?: Role;
  joinedAt?: number;
};

const picture = { attach: () => undefined, detach: () => undefined };

function likeParticipant(person: Somebody, isLocal = false): ParticipantLike {
  const track = { isMuted: false, videoTrack: picture };
  const tracks: Record<string, typeof track> = {
    ...(person.camera && { camera: track }),
    ...(person.screen && { screen_share: track }),
  };
  return {
    identity: person.id,
    name: person.name ?? person.id,
    attributes: { role: person.role ?? 'user' },
    isLocal,
    joinedAt: new Date(person.joinedAt ?? 1_000),
    permissions: { canPublish: person.canPublish ?? true, canPublishSources: person.sources ?? [] },
    connectionQuality: 'good',
    getTrackPublication: (source) => tracks[source],
  };
}

const everythingAllowed = {
  closesAt: null,
  isMutedOnEntry: false,
  isMicrophonePublishingAllowed: true,
  isCameraPublishingAllowed: true,
  isCameraViewingAllowed: true,
  isScreenMediaPublishingAllowed: true,
  isScreensharingAllowed: true,
  isSelfRenamingAllowed: true,
  isHandRaisingAllowed: true,
  isReactingAllowed: true,
  isRemoteDrawingAllowed: true,
  isChatAllowed: true,
  isRecordAllowed: true,
  isPeopleViewingAllowed: true,
  disabledFeatures: [],
};

/** A document whose visibility the test changes. */
export function createFakeTab() {
  const tab = Object.assign(new EventTarget(), { visibilityState: 'visible' as 'visible' | 'hidden' });
  const turn = (state: 'visible' | 'hidden'): void => {
    tab.visibilityState = state;
    tab.dispatchEvent(new Event('visibilitychange'));
  };
  return Object.assign(tab, { hide: () => turn('hidden'), show: () => turn('visible') });
}

const roomOf = (type: CallRoom['type'], settings: Partial<CallRoom>): CallRoom => ({
  id: 'r',
  spaceId: 's',
  alias: 'a',
  name: 'Room',
  type,
  channelId: '1',
  ...everythingAllowed,
  ...settings,
});

/** Writes each request to `log`, and the reported activities to `activities`. */
function createFakeApi({
  role,
  log,
  activities,
}: {
  role: Role;
  log: string[];
  activities: Activity[];
}): CallApi {
  const note = (line: string) => async (): Promise<void> => void log.push(line);
  return {
    signalingToken: async () => ({ signalingToken: 'token', url: 'ws://here', entryId: 'entry' }),
    reportActivity: async (_entryId, { number: _, ...activity }) => void activities.push(activity),
    noteJoined: note('join'),
    role: async () => role,
    mute: async (id, source) => void log.push(`mute ${id} ${source}`),
    muteEverybody: async (source) => log.push(`mute everybody ${source}`),
    remove: async (id) => void log.push(`remove ${id}`),
    update: async (id, change) => void log.push(`update ${id} ${JSON.stringify(change)}`),
    spotlight: async (id, isOn) => void log.push(`spotlight ${id} ${isOn}`),
    allowSpeaking: async (id) => void log.push(`allow ${id}`),
    allowDrawing: async (id, isAllowed) => void log.push(`drawing of ${id}: ${isAllowed}`),
    askToUnmute: async (id) => void log.push(`ask to unmute ${id}`),
    stopSpeaking: async (id) => void log.push(`stop ${id}`),
    finishForAll: note('finish'),
  };
}

const plugged = [
  { deviceId: 'headset', kind: 'audioinput', label: 'Headset' },
  { deviceId: 'webcam', kind: 'videoinput', label: 'Webcam' },
];

const createFakeDevices = () =>
  Object.assign(new EventTarget(), { enumerateDevices: async () => plugged as MediaDeviceInfo[] });

/** A call on fakes: the test controls the media server, the API, the devices, the window and the clock. */
export function createFakeCall(
  type: CallRoom['type'] = 'lesson',
  role: Role = 'user',
  settings: Partial<CallRoom> = {},
) {
  const clock = createFakeClock();
  const ports = createFakePorts();
  const page = new EventTarget();
  const tab = createFakeTab();
  const log: string[] = [];
  const activities: Activity[] = [];
  const sessionListeners = new Set<(event: SessionEvent) => void>();
  let roster: RosterListener | undefined;
  const mediaServer = {
    me: { id: '', canPublish: type === 'lesson' || role === 'moderator' } as Somebody,
    others: [] as Somebody[],
    connectWith: undefined as Error | undefined,
    /** Bytes received from others. */
    received: 0,
    changed: () => roster?.changed(),
    live: () => roster?.live(),
    speakers: (...ids: string[]) => roster?.speakers(ids.map((id) => ({ id, isMe: id === 'me' }))),
    tell: (event: SessionEvent) => {
      for (const listener of [...sessionListeners]) listener(event);
    },
    isWatched: () => roster !== undefined || sessionListeners.size > 0,
  };
  const api = createFakeApi({ role, log, activities });
  const call = new Call({
    entry: { spaceId: 's', roomId: 'r', participantId: 'me', participantToken: 't', role, name: 'Anna' },
    room: roomOf(type, settings),
    api,
    session: {
      connect: async () => {
        if (mediaServer.connectWith) throw mediaServer.connectWith;
        log.push('connect');
        mediaServer.live();
      },
      disconnect: async () => {
        log.push('disconnect');
        mediaServer.tell({ kind: 'closed', end: 'lost' });
      },
      endOf: () => 'lost',
      received: async () => mediaServer.received,
      watch: (listener) => {
        sessionListeners.add(listener);
        return () => sessionListeners.delete(listener);
      },
    },
    roster: {
      me: () => likeParticipant(mediaServer.me, true),
      others: () => mediaServer.others.map((person) => likeParticipant(person)),
      isRecording: () => false,
      startedAt: () => undefined,
      watch: (listener) => {
        roster = listener;
        return () => {
          roster = undefined;
        };
      },
    },
    ports,
    clock,
    silence: createStore(false),
    devices: createFakeDevices(),
    page,
    tab,
  });
  const adopt = (): FakeTrack => new FakeTrack('preview');
  /** Enters with these devices, by default with none. */
  const enter = async (choice: DeviceChoice = { audioEnabled: false, videoEnabled: false }) => {
    call.start(choice, adopt);
    await clock.advance(50);
  };
  const notices = () => call.notices.list.get().map(({ kind }) => kind);
  return { call, clock, ports, mediaServer, page, tab, log, activities, api, adopt, enter, notices };
}
