import { useEffect, useMemo } from 'react';
import { PartBoundary } from '../faults/part-boundary.tsx';
import { InkLayer } from '../features/boards/ink-layer.tsx';
import { InkTools } from '../features/boards/ink-tools.tsx';
import { ChatNews } from '../features/chat/chat-news.tsx';
import { useChatSide } from '../features/chat/chat-side.tsx';
import { usePollsSide } from '../features/polls/polls-side.tsx';
import { RunningPoll } from '../features/polls/running-poll.tsx';
import { SlideView } from '../features/slides/slide-view.tsx';
import { useSlidesSide } from '../features/slides/slides-side.tsx';
import Stage from '../features/stage/index.ts';
import { createStore } from '../kit/store.ts';
import type { MeetingProps, Role } from '../models/call/call-contract.ts';
import type { ConversationState } from '../models/chat/conversation-state.ts';
import { ownMeeting, readMeeting } from '../models/meeting/meeting.ts';
import type { ShownSlide } from '../models/slides/slide-show.ts';
import { useStore } from '../ui/use-store.ts';
import { useOpenedChat } from './chat-context.ts';
import { DeviceNews } from './device-news.tsx';
import { InvitationContext, invitationOf } from './invitation-context.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { MeetingParts, SlideProps } from './meeting-parts.ts';
import { ifOpen } from './room-part.ts';
import { RoomPartsProvider, useSlidesIfOpen } from './room-parts.tsx';

/** The call with its parts. It composes the features, which do not import each other. */
export default function Meeting(props: MeetingProps) {
  const { room, entry } = props;
  useEffect(() => readMeeting(entry, room), [entry, room]);
  const loginUrl = useStore(ownMeeting)?.loginUrl ?? undefined;
  const inviting = useMemo(() => invitationOf(room, entry, loginUrl), [room, entry, loginUrl]);
  return (
    <RoomPartsProvider entry={entry} room={room}>
      <InvitationContext value={inviting}>
        <Parts {...props} />
      </InvitationContext>
    </RoomPartsProvider>
  );
}

const Slide = (props: SlideProps) => <SlideView {...props} Ink={InkLayer} Tools={InkTools} />;

const runningPoll = (
  <PartBoundary part="polls" look="line">
    <RunningPoll />
  </PartBoundary>
);

function Parts(props: MeetingProps) {
  const chatSide = useChatSide(runningPoll);
  const pollsSide = usePollsSide();
  const hasPolls = !props.room.disabledFeatures.includes('polls');
  const slidesSide = useSlidesSide();
  const hasSlides = useHasSlides(props.entry.role);
  const parts = useMemo<MeetingParts>(() => {
    const sides = [chatSide, ...(hasPolls ? [pollsSide] : []), ...(hasSlides ? [slidesSide] : [])];
    return { sides, Over, Slide };
  }, [chatSide, slidesSide, pollsSide, hasSlides, hasPolls]);
  return <Stage {...props} {...parts} />;
}

const noSlide = createStore<ShownSlide | undefined>(undefined);
const noRole = createStore<Pick<ConversationState, 'role'> | undefined>(undefined);

/** Moderators choose documents; others download the one that is shown, if they may. */
function useHasSlides(roleAtEntry: Role): boolean {
  const chat = useOpenedChat();
  const role = useStore<Pick<ConversationState, 'role'> | undefined>(
    ifOpen(chat)?.room.state ?? noRole,
  )?.role;
  const shown = useStore(useSlidesIfOpen()?.shown ?? noSlide);
  const isOffered = typeof shown?.deck?.document.downloadUrl === 'string';
  return isOffered || role === 'moderator' || roleAtEntry === 'moderator';
}

function Over() {
  return (
    <>
      <ChatNews hasNotices />
      <DeviceNews />
      <LeaveGuard />
    </>
  );
}
