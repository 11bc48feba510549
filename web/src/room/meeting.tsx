import { useMemo } from 'react';
import { PartBoundary } from '../faults/part-boundary.tsx';
import { ChatNews } from '../features/chat/chat-news.tsx';
import { useChatSide } from '../features/chat/chat-side.tsx';
import { usePollsSide } from '../features/polls/polls-side.tsx';
import { RunningPoll } from '../features/polls/running-poll.tsx';
import Stage from '../features/stage/index.ts';
import type { MeetingProps } from '../models/call/call-contract.ts';
import { DeviceNews } from './device-news.tsx';
import { InvitationContext, invitationOf } from './invitation-context.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { MeetingParts } from './meeting-parts.ts';
import { RoomPartsProvider } from './room-parts.tsx';

/** The call with its parts. It composes the features, which do not import each other. */
export default function Meeting(props: MeetingProps) {
  const { room, entry } = props;
  const inviting = useMemo(() => invitationOf(room, entry), [room, entry]);
  return (
    <RoomPartsProvider entry={entry} room={room}>
      <InvitationContext value={inviting}>
        <Parts {...props} />
      </InvitationContext>
    </RoomPartsProvider>
  );
}

const runningPoll = (
  <PartBoundary part="polls" look="line">
    <RunningPoll />
  </PartBoundary>
);

function Parts(props: MeetingProps) {
  const chatSide = useChatSide(runningPoll);
  const pollsSide = usePollsSide();
  const hasPolls = !props.room.disabledFeatures.includes('polls');
  const parts = useMemo<MeetingParts>(
    () => ({ sides: hasPolls ? [chatSide, pollsSide] : [chatSide], Over }),
    [chatSide, pollsSide, hasPolls],
  );
  return <Stage {...props} {...parts} />;
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
