import { createContext, type ReactNode, useContext } from 'react';
import { browserClock, serverTime } from './call/clock.ts';
import type { CallEntry } from './call-contract.ts';
import type { Chat } from './chat/chat.ts';
import { browserMemory } from './chat/memory.ts';
import { useChat } from './chat-context.ts';
import { gestureApi } from './gestures/api.ts';
import { Gestures } from './gestures/gestures.ts';
import { pollApi } from './polls/api.ts';
import { Polls } from './polls/polls.ts';
import { recordingApi } from './recording/api.ts';
import { Recording } from './recording/recording.ts';
import { useHeld } from './use-held.ts';
import { waitingRoomApi } from './waiting/api.ts';
import { WaitingRoom } from './waiting/waiting-room.ts';

export type Extras = {
  gestures: Gestures;
  polls: Polls;
  waitingRoom: WaitingRoom;
  recording: Recording;
  end: () => void;
};

const ExtrasContext = createContext<Extras | undefined>(undefined);

function openExtras(entry: CallEntry, chat: Chat): Extras {
  const { participantId, roomId } = entry;
  const gestures = new Gestures({ chat, api: gestureApi(entry), participantId, clock: browserClock });
  const polls = new Polls({
    api: pollApi(entry),
    conversation: chat.room,
    meId: () => chat.me.get()?.id,
    visit: browserMemory(() => window.sessionStorage),
  });
  const waitingRoom = new WaitingRoom({
    api: waitingRoomApi(entry),
    live: chat.live,
    roomId,
    clock: browserClock,
  });
  const recording = new Recording({
    api: recordingApi(entry),
    conversation: chat.room,
    live: chat.live,
    clock: serverTime,
  });
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
  const chat = useChat();
  const extras = useHeld(() => openExtras(entry, chat));
  return extras && <ExtrasContext value={extras}>{children}</ExtrasContext>;
}

function useExtras(): Extras {
  const extras = useContext(ExtrasContext);
  if (!extras) throw new Error('This part belongs inside a meeting.');
  return extras;
}

export const useGestures = (): Gestures => useExtras().gestures;
export const usePolls = (): Polls => useExtras().polls;
export const useWaitingRoom = (): WaitingRoom => useExtras().waitingRoom;
export const useRecording = (): Recording => useExtras().recording;
