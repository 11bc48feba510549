import { createContext, type ReactNode, useContext } from 'react';
import { browserClock, serverTime } from './call/clock.ts';
import type { CallEntry } from './call-contract.ts';
import type { Chat } from './chat/chat.ts';
import { browserMemory } from './chat/memory.ts';
import { useOpenedChat } from './chat-context.ts';
import { gestureApi } from './gestures/api.ts';
import { Gestures } from './gestures/gestures.ts';
import { ifOpen, type Opened, openSafely } from './opened.ts';
import { pollApi } from './polls/api.ts';
import { Polls } from './polls/polls.ts';
import { recordingApi } from './recording/api.ts';
import { Recording } from './recording/recording.ts';
import { useHeld } from './use-held.ts';
import { waitingRoomApi } from './waiting/api.ts';
import { WaitingRoom } from './waiting/waiting-room.ts';

export type Extras = {
  gestures: Opened<Gestures>;
  polls: Opened<Polls>;
  waitingRoom: Opened<WaitingRoom>;
  recording: Opened<Recording>;
  end: () => void;
};

const ExtrasContext = createContext<Extras | undefined>(undefined);

function openExtras(entry: CallEntry, chat: Opened<Chat>): Extras {
  const { participantId, roomId } = entry;
  const gestures = openSafely(
    () => new Gestures({ chat: chat.get(), api: gestureApi(entry), participantId, clock: browserClock }),
  );
  const polls = openSafely(
    () =>
      new Polls({
        api: pollApi(entry),
        conversation: chat.get().room,
        meId: () => chat.get().me.get()?.id,
        visit: browserMemory(() => window.sessionStorage),
      }),
  );
  const waitingRoom = openSafely(
    () => new WaitingRoom({ api: waitingRoomApi(entry), live: chat.get().live, roomId, clock: browserClock }),
  );
  const recording = openSafely(
    () =>
      new Recording({
        api: recordingApi(entry),
        conversation: chat.get().room,
        live: chat.get().live,
        clock: serverTime,
      }),
  );
  return {
    gestures,
    polls,
    waitingRoom,
    recording,
    end: () => {
      recording.end();
      gestures.end();
      polls.end();
      waitingRoom.end();
    },
  };
}

/** What a room has beside its conversation, over the same socket: gestures, polls, those at its door, its recording. */
export function RoomExtras({ entry, children }: { entry: CallEntry; children: ReactNode }) {
  const chat = useOpenedChat();
  const extras = useHeld(() => openExtras(entry, chat));
  return extras && <ExtrasContext value={extras}>{children}</ExtrasContext>;
}

function useExtras(): Extras {
  const extras = useContext(ExtrasContext);
  if (!extras) throw new Error('This part belongs inside a meeting.');
  return extras;
}

// Each throws where it could not be opened: the part that uses it breaks, and the call goes on.
export const useGestures = (): Gestures => useExtras().gestures.get();
export const usePolls = (): Polls => useExtras().polls.get();
export const useWaitingRoom = (): WaitingRoom => useExtras().waitingRoom.get();
export const useRecording = (): Recording => useExtras().recording.get();

// For what the call itself shows: undefined where it could not be opened.
export const useGesturesIfOpen = (): Gestures | undefined => ifOpen(useExtras().gestures);
export const useWaitingRoomIfOpen = (): WaitingRoom | undefined => ifOpen(useExtras().waitingRoom);
export const useRecordingIfOpen = (): Recording | undefined => ifOpen(useExtras().recording);
