import { browserClock } from '../../kit/clock.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { StageItem } from '../stage/api.ts';
import { Call } from './call.ts';
import type { CallEntry, CallRoom, DeviceChoice } from './call-contract.ts';
import { createRoom, livekitSession } from './connection/livekit-session.ts';
import { keepToOneTab } from './connection/other-tabs.ts';
import { connectToParent, findParentPage } from './connection/parent-page.ts';
import { arrivals } from './media/arrivals.ts';
import { AudioOut } from './media/audio-out.ts';
import { keepCameraFromOthers } from './media/camera-audience.ts';
import { adoptTrack, livekitPorts } from './media/livekit-tracks.ts';
import { lowData } from './media/low-data.ts';
import { followLowData } from './media/subscriptions.ts';
import { livekitRoster, playSounds } from './people/livekit-roster.ts';
import { callApi } from './server-api.ts';
import { keepScreenOn } from './wake-lock.ts';

export type OpenCall = {
  call: Call;
  sound: {
    /** True while the browser requires a click or tap before it plays sound. */
    blocked: Store<boolean>;
    unblock: () => Promise<void>;
    speakerId: Store<string | undefined>;
    chooseSpeaker: (deviceId: string) => Promise<void>;
  };
  start: (choice: DeviceChoice) => void;
  end: () => void;
};

/**
 * Builds the call from LiveKit, the browser and our server.
 * @param onStage called at each entry with the item on the stage
 */
export function openCall(
  entry: CallEntry,
  room: CallRoom,
  onStage: (item: StageItem | undefined) => void,
): OpenCall {
  const media = createRoom();
  const out = new AudioOut();
  const speakerId = createStore<string | undefined>(undefined);
  const silence = playSounds(media, out);
  const followAll = followLowData(media, lowData);
  const showCamera = keepCameraFromOthers(media);
  const letScreenSleep = keepScreenOn(navigator.wakeLock as WakeLock | undefined, document);
  const call = new Call({
    entry,
    room,
    api: callApi(entry, onStage),
    session: livekitSession(media),
    roster: livekitRoster(media),
    ports: livekitPorts(media),
    clock: browserClock,
    silence: arrivals.silence,
    devices: navigator.mediaDevices,
    page: window,
    tab: document,
  });
  const parent = findParentPage();
  const disconnectParent = parent && connectToParent(call, parent, window);
  const parted = keepToOneTab(call, new BroadcastChannel(`lectern.call.${entry.participantId}`));
  const chooseSpeaker = async (deviceId: string): Promise<void> => {
    try {
      await media.switchActiveDevice('audiooutput', deviceId);
      speakerId.set(deviceId);
    } catch {
      call.notices.add({ kind: 'action-failed' });
    }
  };
  return {
    call,
    sound: { blocked: out.blocked, unblock: () => media.startAudio(), speakerId, chooseSpeaker },
    start: (choice) => {
      call.start(choice, adoptTrack);
      if (choice.outputDeviceId) void chooseSpeaker(choice.outputDeviceId);
    },
    end: () => {
      parted();
      disconnectParent?.();
      call.end();
      silence();
      followAll();
      showCamera();
      letScreenSleep();
    },
  };
}
