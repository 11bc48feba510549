import { type Participant, type RemoteTrack, type Room, RoomEvent, Track, TrackEvent } from 'livekit-client';
import { createScope } from '../../../kit/scope.ts';
import { listenToRoom } from '../connection/livekit-events.ts';
import type { AudioOut } from '../media/audio-out.ts';
import type { Roster, RosterListener } from './roster.ts';

const rosterEvents = [
  RoomEvent.Connected,
  RoomEvent.Reconnected,
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.ParticipantAttributesChanged,
  RoomEvent.ParticipantPermissionsChanged,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
  RoomEvent.ConnectionQualityChanged,
  RoomEvent.RecordingStatusChanged,
] as const;

export function livekitRoster(room: Room): Roster {
  return {
    me: () => room.localParticipant,
    others: () => [...room.remoteParticipants.values()],
    isRecording: () => room.isRecording,
    startedAt: () => openedAt(room),
    watch: (listener) => watchRoom(room, listener),
  };
}

/** Reads a private field, because the SDK has no property for it. */
function openedAt(room: Room): number | undefined {
  const { roomInfo } = room as unknown as { roomInfo?: { creationTime: bigint; creationTimeMs: bigint } };
  if (!roomInfo) return undefined;
  return Number(roomInfo.creationTimeMs) || Number(roomInfo.creationTime) * 1_000 || undefined;
}

const hasSound = ({ audioTrackPublications }: Participant): boolean =>
  [...audioTrackPublications.values()].some(({ isMuted }) => !isMuted);

const isHeard = (participant: Participant): boolean => participant.isSpeaking && hasSound(participant);

function watchRoom(room: Room, listener: RosterListener): () => void {
  const scope = createScope();
  for (const event of rosterEvents) scope.add(listenToRoom(room, event, () => listener.changed()));
  scope.add(listenToRoom(room, RoomEvent.SignalConnected, () => listener.live()));
  const tellSpeakers = (): void =>
    listener.speakers(
      room.activeSpeakers.filter(isHeard).map(({ identity, isLocal }) => ({ id: identity, isMe: isLocal })),
    );
  scope.add(listenToRoom(room, RoomEvent.ActiveSpeakersChanged, tellSpeakers));
  // LiveKit does not report the end of speech if the track ends first.
  scope.add(
    listenToRoom(room, RoomEvent.TrackUnpublished, (_track, participant) => {
      if (!hasSound(participant)) participant.setIsSpeaking(false);
      tellSpeakers();
    }),
  );
  // The SDK passes no speaker event on before `Connected`, and continuous speech causes one event only.
  scope.add(listenToRoom(room, RoomEvent.Connected, tellSpeakers));
  return () => scope.end();
}

const soundSources = new Set([Track.Source.Microphone, Track.Source.ScreenShareAudio]);

/** Plays the sound of everybody, and reports when the browser blocks it. */
export function playSounds(room: Room, out: AudioOut): () => void {
  const scope = createScope();
  // A modified client may send sound as a camera track while microphones are off.
  const onlySound = (act: (track: RemoteTrack) => void) => (track: RemoteTrack) => {
    if (track.kind === Track.Kind.Audio && soundSources.has(track.source)) act(track);
  };
  scope.add(
    listenToRoom(
      room,
      RoomEvent.TrackSubscribed,
      onlySound((track) => {
        track.on(TrackEvent.AudioPlaybackFailed, () => out.setBlocked(true));
        out.play(track);
      }),
    ),
  );
  scope.add(
    listenToRoom(
      room,
      RoomEvent.TrackUnsubscribed,
      onlySound((track) => out.stop(track)),
    ),
  );
  // The SDK also reports false while its AudioContext starts, which takes Firefox longer than the SDK waits.
  // Nothing plays through that context: only an element that the browser does not play is blocked.
  scope.add(
    listenToRoom(room, RoomEvent.AudioPlaybackStatusChanged, () => {
      if (room.canPlaybackAudio) out.setBlocked(false);
    }),
  );
  scope.add(() => out.end());
  return () => scope.end();
}
