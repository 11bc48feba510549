import {
  type AudioCaptureOptions,
  createLocalAudioTrack,
  createLocalVideoTrack,
  LocalAudioTrack,
  type LocalTrack,
  LocalVideoTrack,
  type Room,
  type ScreenShareCaptureOptions,
  Track,
  type TrackPublishOptions,
  type VideoCaptureOptions,
  VideoPresets,
} from 'livekit-client';
import { type Background, BackgroundFailure, background } from '../background/background.ts';
import type { BackgroundEffect } from '../background/processor.ts';
import { browserPolicy, knownProblemOf, screenRefusal } from './device-policy.ts';
import { noiseSuppression } from './noise-suppression.ts';
import {
  type DeviceKind,
  DeviceRefusal,
  type MediaPorts,
  type OwnTrack,
  type OwnTrackEvent,
  type Sound,
} from './own-track.ts';

const voice = (): AudioCaptureOptions => ({
  echoCancellation: true,
  noiseSuppression: noiseSuppression.get(),
  autoGainControl: true,
});
const picture: VideoCaptureOptions = { resolution: VideoPresets.h720.resolution };

const screen: ScreenShareCaptureOptions = {
  audio: true,
  contentHint: 'detail',
  systemAudio: 'include',
  selfBrowserSurface: 'exclude',
  surfaceSwitching: 'include',
  suppressLocalAudioPlayback: false,
};

type LiveKitOwnTrack = OwnTrack & { readonly track: LocalTrack };

function wrap(track: LocalTrack): LiveKitOwnTrack {
  return {
    track,
    get isMuted() {
      return track.isMuted;
    },
    mute: () => track.mute(),
    unmute: () => track.unmute(),
    stop: () => track.stop(),
    switchTo: (deviceId) => track.setDeviceId({ exact: deviceId }),
    deviceId: () => track.getDeviceId(false),
    readSound: () => readSound(track),
    setBackground: (choice) => changeBackground(track, choice),
    setNoiseSuppression: async (isOn) => {
      if (!(track instanceof LocalAudioTrack)) return;
      // Without a device LiveKit ignores the other constraints.
      const { deviceId } = track.mediaStreamTrack.getSettings();
      await track.restartTrack({ ...voice(), noiseSuppression: isOn, ...(deviceId && { deviceId }) });
    },
    attach: (element) => track.attach(element),
    detach: (element) => track.detach(element),
    // The model's event names are LiveKit's own.
    on: (event: OwnTrackEvent, listener) => track.on(event as never, listener as never),
    off: (event: OwnTrackEvent, listener) => track.off(event as never, listener as never),
  };
}

async function readSound(track: LocalTrack): Promise<Sound> {
  const reports = await track.getRTCStatsReport();
  const source = [...(reports?.values() ?? [])].find(({ type }) => type === 'media-source');
  return { energy: source?.totalAudioEnergy, isMutedBySystem: track.mediaStreamTrack.muted };
}

async function changeBackground(track: LocalTrack, choice: Background): Promise<void> {
  if (!(track instanceof LocalVideoTrack) || track.source !== Track.Source.Camera) return;
  const current = track.getProcessor();
  if (choice === 'none') {
    if (current) await track.stopProcessor();
    return;
  }
  try {
    const { createEffect, optionsOf } = await import('../background/processor.ts');
    if (current) await (current as BackgroundEffect).switchTo(optionsOf(choice));
    else await track.setProcessor(createEffect(choice));
  } catch (error) {
    throw new BackgroundFailure('the effect did not start', { cause: error });
  }
}

/** Wraps a track of the preview, so that it can be closed and opened again. */
export function adoptTrack(kind: DeviceKind, track: MediaStreamTrack): OwnTrack {
  const constraints = track.getConstraints();
  if (kind === 'microphone') {
    const local = new LocalAudioTrack(track, constraints, false);
    local.source = Track.Source.Microphone;
    return wrap(local);
  }
  const local = new LocalVideoTrack(track, constraints, false);
  local.source = Track.Source.Camera;
  return wrap(local);
}

async function openDevice(kind: DeviceKind, deviceId: string | undefined): Promise<OwnTrack> {
  const hindrance = knownProblemOf(kind, browserPolicy);
  if (hindrance) throw new DeviceRefusal(hindrance);
  const device = deviceId === undefined ? {} : { deviceId };
  if (kind === 'microphone') return wrap(await createLocalAudioTrack({ ...voice(), ...device }));
  return wrap(await createLocalVideoTrack({ ...picture, ...device }));
}

function publishOptions(track: LocalTrack): TrackPublishOptions {
  if (track.source === Track.Source.ScreenShare)
    return { source: track.source, degradationPreference: 'maintain-resolution' };
  if (track.source === Track.Source.ScreenShareAudio) return { source: track.source, dtx: false, red: false };
  return { source: track.source };
}

export function livekitPorts(room: Room): MediaPorts {
  const own = (track: OwnTrack): LocalTrack => (track as LiveKitOwnTrack).track;
  return {
    open: openDevice,
    openScreen: async () => {
      const hindrance = knownProblemOf('display-capture', browserPolicy);
      if (hindrance) throw new DeviceRefusal(hindrance);
      const asked = performance.now();
      try {
        return (await room.localParticipant.createScreenTracks(screen)).map(wrap);
      } catch (error) {
        const why = screenRefusal(error, { after: performance.now() - asked, policy: browserPolicy });
        throw why ? new DeviceRefusal(why) : error;
      }
    },
    publish: async (track) => {
      // Before the first picture is sent: others must not see for a moment what the person hides.
      await track.setBackground(background.get());
      await room.localParticipant.publishTrack(own(track), publishOptions(own(track)));
    },
    unpublish: async (track) => {
      await room.localParticipant.unpublishTrack(own(track), true);
    },
  };
}
