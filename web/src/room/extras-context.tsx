import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { SourceContext } from '../faults/part-boundary.tsx';
import { browserClock, serverTime } from '../kit/clock.ts';
import type { CallEntry, MeetingProps } from '../models/call/call-contract.ts';
import type { Chat } from '../models/chat/chat.ts';
import { browserMemory } from '../models/chat/memory.ts';
import { openChat } from '../models/chat/open-chat.ts';
import { gestureApi } from '../models/gestures/api.ts';
import { Gestures } from '../models/gestures/gestures.ts';
import { permissionApi } from '../models/permissions/api.ts';
import { Permissions } from '../models/permissions/permissions.ts';
import { pollApi } from '../models/polls/api.ts';
import type { PollParts } from '../models/polls/parts.ts';
import { Polls } from '../models/polls/polls.ts';
import { recordingApi } from '../models/recording/api.ts';
import { Recording } from '../models/recording/recording.ts';
import { waitingRoomApi } from '../models/waiting/api.ts';
import { WaitingRoom } from '../models/waiting/waiting-room.ts';
import { ChatContext } from './chat-context.ts';
import { ifOpen, openSafely, type RoomPart } from './room-part.ts';
import { useHeld } from './use-held.ts';

export type Extras = {
  chat: RoomPart<Chat>;
  gestures: RoomPart<Gestures>;
  permissions: RoomPart<Permissions>;
  polls: RoomPart<Polls>;
  waitingRoom: RoomPart<WaitingRoom>;
  recording: RoomPart<Recording>;
  end: () => void;
};

type Opening = Pick<MeetingProps, 'entry' | 'room'>;

const EntryContext = createContext<CallEntry | undefined>(undefined);
const ExtrasContext = createContext<Extras | undefined>(undefined);

const isWhole = ({ end: _, ...parts }: Extras): boolean => Object.values(parts).every(({ isOpen }) => isOpen);

type OpenedConversation = Pick<PollParts, 'votePersonally'> & { entry: CallEntry; channelId: string };

/** Chat and polls, which calls and automatic webinars have. */
function openConversation(
  { entry, channelId, votePersonally }: OpenedConversation,
  before?: Pick<Extras, 'chat' | 'polls'>,
) {
  const chat = openSafely(() => {
    const opened = openChat(entry, { channelId });
    opened.start();
    return opened;
  }, before?.chat);
  const polls = openSafely(
    () =>
      new Polls({
        api: pollApi(entry, votePersonally === undefined),
        conversation: chat.get().room,
        live: chat.get().live,
        meId: () => chat.get().me.get()?.id,
        visit: browserMemory(() => window.sessionStorage),
        clock: browserClock,
        votePersonally,
      }),
    before?.polls,
  );
  return { chat, polls };
}

/** Opens the parts of a meeting besides the call; parts that are open in `before` are kept. */
function openExtras({ entry, room }: Opening, before?: Extras): Extras {
  if (before && isWhole(before)) return before;
  const { participantId, roomId } = entry;
  const { chat, polls } = openConversation({ entry, channelId: room.channelId }, before);
  const gestures = openSafely(
    () => new Gestures({ chat: chat.get(), api: gestureApi(entry), participantId, clock: browserClock }),
    before?.gestures,
  );
  const permissions = openSafely(
    () =>
      new Permissions({
        api: permissionApi(entry),
        conversation: chat.get().room,
        initial: room,
        clock: browserClock,
      }),
    before?.permissions,
  );
  const waitingRoom = openSafely(
    () => new WaitingRoom({ api: waitingRoomApi(entry), live: chat.get().live, roomId, clock: browserClock }),
    before?.waitingRoom,
  );
  const recording = openSafely(
    () =>
      new Recording({
        api: recordingApi(entry),
        conversation: chat.get().room,
        live: chat.get().live,
        clock: serverTime,
      }),
    before?.recording,
  );
  return {
    chat,
    gestures,
    permissions,
    polls,
    waitingRoom,
    recording,
    end: () => {
      recording.end();
      permissions.end();
      gestures.end();
      polls.end();
      waitingRoom.end();
      chat.end();
    },
  };
}

/**
 * The parts of a meeting besides the call: its conversation and, over the same socket, gestures, polls, the waiting
 * room and the recording.
 */
export function RoomExtras({ entry, room, children }: Opening & { children: ReactNode }) {
  const [extras, reopen] = useHeld<Extras>((before) => openExtras({ entry, room }, before));
  return (
    <ExtrasScope extras={extras} reopen={reopen} entry={entry}>
      {children}
    </ExtrasScope>
  );
}

const absent: RoomPart<never> = openSafely(() => {
  throw new Error('automatic webinars have no call');
});

function openSessionExtras(opened: OpenedConversation, before?: Extras): Extras {
  if (before?.chat.isOpen && before.polls.isOpen) return before;
  const { chat, polls } = openConversation(opened, before);
  const end = (): void => {
    polls.end();
    chat.end();
  };
  return {
    ...{ chat, polls, end },
    ...{ gestures: absent, permissions: absent, waitingRoom: absent, recording: absent },
  };
}

type SessionExtrasProps = OpenedConversation & { children: ReactNode };

/** The conversation and the polls of a session of an automatic webinar. */
export function SessionExtras({ children, ...opened }: SessionExtrasProps) {
  const [extras, reopen] = useHeld<Extras>((before) => openSessionExtras(opened, before));
  return (
    <ExtrasScope extras={extras} reopen={reopen} entry={opened.entry}>
      {children}
    </ExtrasScope>
  );
}

type ExtrasScopeProps = {
  extras: Extras | undefined;
  reopen: () => void;
  entry: CallEntry;
  children: ReactNode;
};

function ExtrasScope({ extras, reopen, entry, children }: ExtrasScopeProps) {
  const source = useMemo(() => ({ opened: extras, reopen }), [extras, reopen]);
  if (!extras) return null;
  return (
    <SourceContext value={source}>
      <ChatContext value={extras.chat}>
        <ExtrasContext value={extras}>
          <EntryContext value={entry}>{children}</EntryContext>
        </ExtrasContext>
      </ChatContext>
    </SourceContext>
  );
}

function useExtras(): Extras {
  const extras = useContext(ExtrasContext);
  if (!extras) throw new Error('use this hook inside a meeting only');
  return extras;
}

/** The own participant, for parts that make requests of their own. */
export function useEntry(): CallEntry {
  const entry = useContext(EntryContext);
  if (!entry) throw new Error('use this hook inside a meeting only');
  return entry;
}

// Each hook throws if its part could not be opened: the component that uses it breaks, and the call continues.
export const useGestures = (): Gestures => useExtras().gestures.get();
export const usePermissions = (): Permissions => useExtras().permissions.get();
export const usePolls = (): Polls => useExtras().polls.get();
export const useWaitingRoom = (): WaitingRoom => useExtras().waitingRoom.get();
export const useRecording = (): Recording => useExtras().recording.get();

// For the call's own components: undefined if the part could not be opened.
export const useGesturesIfOpen = (): Gestures | undefined => ifOpen(useExtras().gestures);
export const usePermissionsIfOpen = (): Permissions | undefined => ifOpen(useExtras().permissions);
export const useWaitingRoomIfOpen = (): WaitingRoom | undefined => ifOpen(useExtras().waitingRoom);
export const useRecordingIfOpen = (): Recording | undefined => ifOpen(useExtras().recording);
