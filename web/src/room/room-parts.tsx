import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { SourceContext } from '../faults/part-boundary.tsx';
import { browserClock, serverTime } from '../kit/clock.ts';
import { Boards } from '../models/board/boards.ts';
import { boardsApi } from '../models/board/server-api.ts';
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
import { slidesApi } from '../models/slides/api.ts';
import { SlideShow } from '../models/slides/slide-show.ts';
import { stageApi } from '../models/stage/api.ts';
import { SharedStage } from '../models/stage/shared-stage.ts';
import { timerApi } from '../models/timer/api.ts';
import { CallTimer } from '../models/timer/call-timer.ts';
import { waitingRoomApi } from '../models/waiting/api.ts';
import { WaitingRoom } from '../models/waiting/waiting-room.ts';
import { ChatContext } from './chat-context.ts';
import { ifOpen, openSafely, type RoomPart } from './room-part.ts';
import { useResource } from './use-resource.ts';

export type RoomParts = {
  chat: RoomPart<Chat>;
  gestures: RoomPart<Gestures>;
  permissions: RoomPart<Permissions>;
  polls: RoomPart<Polls>;
  waitingRoom: RoomPart<WaitingRoom>;
  recording: RoomPart<Recording>;
  timer: RoomPart<CallTimer>;
  stage: RoomPart<SharedStage>;
  slides: RoomPart<SlideShow>;
  boards: RoomPart<Boards>;
  end: () => void;
};

type Opening = Pick<MeetingProps, 'entry' | 'room'>;

const EntryContext = createContext<CallEntry | undefined>(undefined);
const RoomPartsContext = createContext<RoomParts | undefined>(undefined);

const isWhole = ({ end: _, ...parts }: RoomParts): boolean =>
  Object.values(parts).every(({ isOpen }) => isOpen);

type OpenedConversation = Pick<PollParts, 'votePersonally'> & { entry: CallEntry; channelId: string };

/** Chat and polls, which calls and automatic webinars have. */
function openConversation(
  { entry, channelId, votePersonally }: OpenedConversation,
  before?: Pick<RoomParts, 'chat' | 'polls'>,
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

const openBoards = (
  { entry, room: { channelId } }: Opening,
  { chat, slides }: Pick<RoomParts, 'chat' | 'slides'>,
  before?: RoomPart<Boards>,
): RoomPart<Boards> =>
  openSafely(() => {
    const { live, me, room } = chat.get();
    return new Boards({
      ...{ api: boardsApi(entry), live, me, conversation: room, place: slides.get().shown },
      ...{ channelId, participantId: entry.participantId, clock: browserClock },
    });
  }, before);

/** Opens the parts of a meeting besides the call; parts that are open in `before` are kept. */
function openRoomParts({ entry, room }: Opening, before?: RoomParts): RoomParts {
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
  const timer = openSafely(
    () => new CallTimer({ api: timerApi(entry), conversation: chat.get().room, clock: serverTime }),
    before?.timer,
  );
  const stage = openSafely(
    () => new SharedStage({ api: stageApi(entry), conversation: chat.get().room, clock: browserClock }),
    before?.stage,
  );
  const slides = openSafely(
    () => new SlideShow({ api: slidesApi(entry), stage: stage.get(), clock: browserClock }),
    before?.slides,
  );
  const boards = openBoards({ entry, room }, { chat, slides }, before?.boards);
  return {
    chat,
    gestures,
    permissions,
    polls,
    waitingRoom,
    recording,
    timer,
    stage,
    slides,
    boards,
    end: () => {
      boards.end();
      slides.end();
      stage.end();
      timer.end();
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
export function RoomPartsProvider({ entry, room, children }: Opening & { children: ReactNode }) {
  const [parts, reopen] = useResource<RoomParts>((before) => openRoomParts({ entry, room }, before));
  return (
    <PartsScope parts={parts} reopen={reopen} entry={entry}>
      {children}
    </PartsScope>
  );
}

const absent: RoomPart<never> = openSafely(() => {
  throw new Error('automatic webinars have no call');
});

function openSessionParts(opened: OpenedConversation, before?: RoomParts): RoomParts {
  if (before?.chat.isOpen && before.polls.isOpen) return before;
  const { chat, polls } = openConversation(opened, before);
  const end = (): void => {
    polls.end();
    chat.end();
  };
  return {
    ...{ chat, polls, end },
    ...{ gestures: absent, permissions: absent, waitingRoom: absent, recording: absent, timer: absent },
    ...{ stage: absent, slides: absent, boards: absent },
  };
}

type SessionPartsProps = OpenedConversation & { children: ReactNode };

/** The conversation and the polls of a session of an automatic webinar. */
export function SessionPartsProvider({ children, ...opened }: SessionPartsProps) {
  const [parts, reopen] = useResource<RoomParts>((before) => openSessionParts(opened, before));
  return (
    <PartsScope parts={parts} reopen={reopen} entry={opened.entry}>
      {children}
    </PartsScope>
  );
}

type PartsScopeProps = {
  parts: RoomParts | undefined;
  reopen: () => void;
  entry: CallEntry;
  children: ReactNode;
};

function PartsScope({ parts, reopen, entry, children }: PartsScopeProps) {
  const source = useMemo(() => ({ opened: parts, reopen }), [parts, reopen]);
  if (!parts) return null;
  return (
    <SourceContext value={source}>
      <ChatContext value={parts.chat}>
        <RoomPartsContext value={parts}>
          <EntryContext value={entry}>{children}</EntryContext>
        </RoomPartsContext>
      </ChatContext>
    </SourceContext>
  );
}

function useRoomParts(): RoomParts {
  const parts = useContext(RoomPartsContext);
  if (!parts) throw new Error('use this hook inside a meeting only');
  return parts;
}

/** The own participant, for parts that make requests of their own. */
export function useEntry(): CallEntry {
  const entry = useContext(EntryContext);
  if (!entry) throw new Error('use this hook inside a meeting only');
  return entry;
}

// Each hook throws if its part could not be opened: the component that uses it breaks, and the call continues.
export const useGestures = (): Gestures => useRoomParts().gestures.get();
export const usePermissions = (): Permissions => useRoomParts().permissions.get();
export const usePolls = (): Polls => useRoomParts().polls.get();
export const useWaitingRoom = (): WaitingRoom => useRoomParts().waitingRoom.get();
export const useTimer = (): CallTimer => useRoomParts().timer.get();
export const useSlides = (): SlideShow => useRoomParts().slides.get();
export const useRecording = (): Recording => useRoomParts().recording.get();

// For the call's own components: undefined if the part could not be opened.
export const useGesturesIfOpen = (): Gestures | undefined => ifOpen(useRoomParts().gestures);
export const usePermissionsIfOpen = (): Permissions | undefined => ifOpen(useRoomParts().permissions);
export const useWaitingRoomIfOpen = (): WaitingRoom | undefined => ifOpen(useRoomParts().waitingRoom);
export const useSharedStageIfOpen = (): SharedStage | undefined => ifOpen(useRoomParts().stage);
export const useSlidesIfOpen = (): SlideShow | undefined => ifOpen(useRoomParts().slides);
export const useBoardsIfOpen = (): Boards | undefined => ifOpen(useRoomParts().boards);
export const useRecordingIfOpen = (): Recording | undefined => ifOpen(useRoomParts().recording);
