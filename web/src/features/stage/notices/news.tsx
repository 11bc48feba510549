import { type ReactNode, useEffect, useRef } from 'react';
import { api } from '../../../api/api.ts';
import { SilentPartBoundary } from '../../../faults/part-boundary.tsx';
import { browserClock, serverTime } from '../../../kit/clock.ts';
import { codeOf } from '../../../kit/refusals.ts';
import type { CallEntry, CallRoom } from '../../../models/call/call-contract.ts';
import { notifyOfClosing } from '../../../models/call/closing-news.ts';
import { followMuters, notifyOfUnmuteRequests } from '../../../models/call/people/mute-news.ts';
import { applyRoleChanges } from '../../../models/call/people/role-news.ts';
import { notifyOfPrivateMessages } from '../../../models/chat/direct-news.ts';
import { notifyOfHands } from '../../../models/gestures/hand-news.ts';
import { notifyOfEnd } from '../../../models/meeting/ending-news.ts';
import { ownMeeting } from '../../../models/meeting/meeting.ts';
import { notifyOfRecording } from '../../../models/recording/record-news.ts';
import { notifyOfTimer } from '../../../models/timer/timer-news.ts';
import { notifyOfWaiting } from '../../../models/waiting/waiting-news.ts';
import { useChat, useOpenedChat } from '../../../room/chat-context.ts';
import {
  useGestures,
  usePermissions,
  usePolls,
  useRecording,
  useTimer,
  useWaitingRoom,
} from '../../../room/room-parts.tsx';
import { playSound } from '../../../sound/play-sound.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCall } from '../call-context.ts';
import { announceRecording } from '../record/announce.ts';

type Props = {
  entry: CallEntry;
  room: Pick<CallRoom, 'closesAt'>;
  wasLetIn: boolean;
  isPeopleShown: boolean;
};

/** Notices and sounds. Each fails on its own and silently: the part that it reports still works. */
export function News({ entry, room, wasLetIn, isPeopleShown }: Props) {
  const isChatOpen = useOpenedChat().isOpen;
  return (
    <>
      <SilentPartBoundary part="waiting">
        <LetInNews wasLetIn={wasLetIn} />
        <ClosingNews entry={entry} room={room} />
        <EndNews />
      </SilentPartBoundary>
      {isChatOpen && <RoomNews participantId={entry.participantId} isPeopleShown={isPeopleShown} />}
    </>
  );
}

type OwnProps = { participantId: string };

/** News that depend on the chat's connection. */
function RoomNews({ isPeopleShown, ...own }: OwnProps & Pick<Props, 'isPeopleShown'>) {
  return (
    <>
      <SilentPartBoundary part="waiting">
        <WaitingNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="people">
        <RoleNews {...own} />
        <MuteNews {...own} />
        <UnmuteNews {...own} />
        <SwitchNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="chat">
        <PrivateNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="polls">
        <PollNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="gestures">
        <HandNews isPeopleShown={isPeopleShown} />
        <FeedbackNews />
        <TimerNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="recording">
        <RecordNews />
      </SilentPartBoundary>
    </>
  );
}

/** Shows admitted people that they are in now. */
function LetInNews({ wasLetIn }: Pick<Props, 'wasLetIn'>): ReactNode {
  const { notices } = useCall();
  useEffect(() => {
    if (wasLetIn) notices.add({ kind: 'let-in' });
  }, [wasLetIn, notices]);
  return null;
}

/** Shows a notice before the entry closes. */
function ClosingNews({ entry, room: { closesAt } }: Pick<Props, 'entry' | 'room'>): ReactNode {
  const { notices } = useCall();
  useEffect(() => {
    const { spaceId, roomId, participantToken } = entry;
    const readClosesAt = async () => (await api(participantToken).getRoom({ spaceId, roomId })).closesAt;
    return notifyOfClosing({ closesAt, readClosesAt, notices, clock: serverTime });
  }, [entry, closesAt, notices]);
  return null;
}

/** Warns before a meeting with a duration ends. */
function EndNews(): ReactNode {
  const { notices } = useCall();
  const endsAt = useStore(ownMeeting)?.endsAt ?? null;
  useEffect(() => {
    if (endsAt === null) return;
    return notifyOfEnd({ endsAt: Date.parse(endsAt), notices, clock: serverTime });
  }, [endsAt, notices]);
  return null;
}

/** Shows moderators who is waiting. */
function WaitingNews(): ReactNode {
  const room = useWaitingRoom();
  const call = useCall();
  useEffect(() => notifyOfWaiting({ room, call, ring: () => playSound('knock') }), [room, call]);
  return null;
}

/** Applies role changes of this person, and reads again what depends on the role. */
function RoleNews({ participantId }: OwnProps): ReactNode {
  const call = useCall();
  const { live, room } = useChat();
  const polls = usePolls();
  useEffect(() => {
    const changed = (): void => {
      void room.refresh();
      void polls.refresh();
    };
    return applyRoleChanges({ live, call, participantId, changed });
  }, [call, live, room, polls, participantId]);
  return null;
}

/** Shows who turned a source of this person off. */
function MuteNews({ participantId }: OwnProps): ReactNode {
  const call = useCall();
  const { live } = useChat();
  useEffect(() => followMuters({ live, call, participantId }), [live, call, participantId]);
  return null;
}

/** Shows that a moderator asks for the own microphone. */
function UnmuteNews({ participantId }: OwnProps): ReactNode {
  const call = useCall();
  const { live } = useChat();
  useEffect(() => notifyOfUnmuteRequests({ live, call, participantId }), [live, call, participantId]);
  return null;
}

/** Ends the own camera and screen when a moderator turns them off for everybody: the media server needs a moment. */
function SwitchNews(): ReactNode {
  const { state } = usePermissions();
  const call = useCall();
  useEffect(() => state.subscribe(() => call.applyPermissions(state.get())), [state, call]);
  return null;
}

/** Shows private messages that are not in view. */
function PrivateNews(): ReactNode {
  const chat = useChat();
  const { notices } = useCall();
  useEffect(() => notifyOfPrivateMessages({ chat, notices }), [chat, notices]);
  return null;
}

/** Shows a notice of a started poll, unless the polls are open. */
function PollNews(): ReactNode {
  const polls = usePolls();
  const { notices } = useCall();
  useEffect(
    () =>
      polls.onStarted(({ question }) => {
        if (polls.isWatched) return;
        notices.add({ kind: 'poll-started', question });
        playSound('poll');
      }),
    [polls, notices],
  );
  useEffect(
    () =>
      polls.waiting.subscribe(() => {
        if (polls.waiting.get() === 0) notices.dismissWhere(({ kind }) => kind === 'poll-started');
      }),
    [polls, notices],
  );
  return null;
}

/** The list of people has the hands at its top: while it is shown there are no notices of them. */
function HandNews({ isPeopleShown }: Pick<Props, 'isPeopleShown'>): ReactNode {
  const { hands } = useGestures();
  const { state: permissions } = usePermissions();
  const call = useCall();
  const isShown = useRef(isPeopleShown);
  isShown.current = isPeopleShown;
  useEffect(() => {
    return notifyOfHands({
      ...{ hands, call, clock: browserClock },
      isListShown: () => isShown.current,
      mayRaise: () => permissions.get().isHandRaisingAllowed,
      ring: () => playSound('hand'),
    });
  }, [hands, call, permissions]);
  useEffect(() => {
    if (isPeopleShown) call.notices.dismissWhere(({ kind }) => kind === 'hand-raised');
  }, [isPeopleShown, call]);
  return null;
}

/** Shows that an answer did not reach the others. */
function FeedbackNews(): ReactNode {
  const { feedback } = useGestures();
  const { notices } = useCall();
  useEffect(
    () =>
      feedback.onFailure((error) =>
        notices.add({ kind: codeOf(error) === 'reactions_off' ? 'reactions-off' : 'action-failed' }),
      ),
    [feedback, notices],
  );
  return null;
}

/** Shows and plays the end of the timer. */
function TimerNews(): ReactNode {
  const timer = useTimer();
  const { notices } = useCall();
  useEffect(() => notifyOfTimer({ timer, notices, ring: () => playSound('timer') }), [timer, notices]);
  return null;
}

/** Shows, speaks and plays what happens to the recording, and passes on the media server's state. */
function RecordNews(): ReactNode {
  const recording = useRecording();
  const call = useCall();
  useEffect(
    () => notifyOfRecording({ recording, call, announce: (what) => void announceRecording(what) }),
    [recording, call],
  );
  return null;
}
