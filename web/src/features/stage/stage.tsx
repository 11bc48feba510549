import './stage-styles.ts';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import { Broken } from '../../faults/broken.tsx';
import { PartBoundary } from '../../faults/part-boundary.tsx';
import { useText } from '../../i18n/language.ts';
import type { MeetingProps } from '../../models/call/call-contract.ts';
import type { StageView } from '../../models/call/layout/arrange.ts';
import { type CallFacts, CallFactsContext } from '../../room/call-facts.ts';
import { useOpenedChat } from '../../room/chat-context.ts';
import { ConnectionNoteContext } from '../../room/connection-note-context.ts';
import type { MeetingParts } from '../../room/meeting-parts.ts';
import { Flying } from '../../room/reactions/flying.tsx';
import { useGestures } from '../../room/room-parts.tsx';
import { SidePanelContext } from '../../room/side-panel-context.ts';
import { Confirm, type Question } from '../../ui/form/confirm.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { screens } from '../../ui/theme/screens.ts';
import { BrokenControls } from './bar/broken-controls.tsx';
import { CallSigns } from './bar/call-signs.tsx';
import { ControlBar } from './bar/control-bar.tsx';
import { KeysDialog } from './bar/keys-dialog.tsx';
import { RoomLine, useIsLow, useIsRoomLineAbove } from './bar/room-line.tsx';
import { useLockedKeys } from './bar/use-locks.ts';
import { useShortcuts } from './bar/use-shortcuts.ts';
import { WatchingMark } from './bar/watching-mark.tsx';
import { CallContext, useCall, useCallState } from './call-context.ts';
import { FeedbackLine } from './feedback/feedback-line.tsx';
import { MeetingStrip } from './meeting/meeting-strip.tsx';
import { Announcer } from './notices/announcer.tsx';
import { Banners, Reconnecting } from './notices/banners.tsx';
import { News } from './notices/news.tsx';
import { Notices } from './notices/notices.tsx';
import { PartWithChat } from './part-with-chat.tsx';
import { usePeopleSide } from './people/people-side.tsx';
import { useHandKey } from './people/use-hands.ts';
import { SmallWindow } from './pip/small-window.tsx';
import { useSmallWindow } from './pip/use-small-window.ts';
import { RecordDialog } from './record/record-dialog.tsx';
import { useRecord } from './record/use-record.ts';
import { SidePanel } from './side-panel.tsx';
import css from './stage.module.css';
import { StageArea } from './tiles/stage-area.tsx';
import { TimerDialog } from './timer/timer-dialog.tsx';
import { TimerLine } from './timer/timer-line.tsx';
import { useOpenCall } from './use-open-call.ts';
import { useSidePanel } from './use-side-panel.ts';

/** The call: takes over the preview's tracks, connects, and reports once why it ended. */
export default function Stage(props: MeetingProps & MeetingParts) {
  const opened = useOpenCall(props);
  const { room } = props;
  const context = useMemo(() => opened && { ...opened, room }, [opened, room]);
  return (
    <Stack className={css.stage} data-stage>
      {context && (
        <CallContext value={context}>
          <WithFacts>
            <CallScreen {...props} />
          </WithFacts>
        </CallContext>
      )}
    </Stack>
  );
}

/** Passes facts of the call to the parts beside the stage. */
function WithFacts({ children }: { children: ReactNode }) {
  // As text, because the people change far more often than who they are.
  const participants = useCallState(({ people }) =>
    JSON.stringify(people.flatMap(({ id, name, role }) => (role === 'user' ? [{ id, name }] : []))),
  );
  const facts = useMemo((): CallFacts => ({ participants: JSON.parse(participants) }), [participants]);
  return <CallFactsContext value={facts}>{children}</CallFactsContext>;
}

function CallScreen({ sides, Over, Slide, entry, room, wasLetIn = false }: MeetingProps & MeetingParts) {
  const words = useText('moderation');
  const call = useCall();
  const isChatOpen = useOpenedChat().isOpen;
  const compact = useMediaQuery(`${screens.compact}, ${screens.low}`, false, {
    getInitialValueInEffect: false,
  });
  const isNarrow = useMediaQuery(screens.compact, false, { getInitialValueInEffect: false });
  const [view, setView] = useState<StageView>('grid');
  const [pinned, setPinned] = useState<string>();
  const [question, setQuestion] = useState<Question>();
  const [areKeysShown, setKeysShown] = useState(false);
  const [isTimerAsked, setTimerAsked] = useState(false);
  const people = usePeopleSide({ pinned, onPin: setPinned, onAsk: setQuestion });
  // The chat first, because most people look for it; then the people.
  const all = useMemo(() => [...sides.slice(0, 1), people, ...sides.slice(1)], [sides, people]);
  const panel = useSidePanel(all);
  const onHand = useHandKey();
  const onLocked = useLockedKeys();
  const record = useRecord(setQuestion);
  const smallWindow = useSmallWindow();
  useShortcuts(call, (code) => onHand(code) ?? onLocked(code) ?? record.onKey(code) ?? panel.onKey(code));
  const { show } = panel;
  const isCovered = isNarrow && panel.open !== undefined;
  const panelControl = useMemo(() => ({ show }), [show]);
  const isReconnecting = useCallState(
    ({ connection, ownLinkLostAt }) => connection.phase === 'reconnecting' || ownLinkLostAt !== undefined,
  );
  return (
    <SidePanelContext value={panelControl}>
      <MeetingStrip />
      <Signs />
      <PartBoundary part="notices" look="line">
        <Banners areCovered={isCovered} />
      </PartBoundary>
      <Row as="main" grow className={css.main} data-panel={panel.open?.id}>
        <Row grow p="md md 0" className={css.view}>
          <PartBoundary part="stage">
            <StageArea
              view={view}
              compact={compact}
              pinned={pinned}
              onPin={setPinned}
              onAsk={setQuestion}
              onShowPeople={() => panel.show(people.id)}
              Slide={Slide}
            />
          </PartBoundary>
          <PartWithChat part="gestures" look="over">
            <FlyingOfCall />
          </PartWithChat>
          <PartBoundary part="notices" look="over">
            <Notices onAsk={setQuestion} />
          </PartBoundary>
        </Row>
        {panel.open && (
          <ConnectionNoteContext value={isReconnecting}>
            <SidePanel
              sides={all}
              open={panel.open}
              note={isCovered && <Reconnecting />}
              onShow={panel.show}
              onClose={panel.close}
            />
          </ConnectionNoteContext>
        )}
      </Row>
      <PartBoundary part="controls" fallback={(again) => <BrokenControls onAgain={again} />}>
        <ControlBar
          view={view}
          onView={setView}
          compact={compact}
          sides={all}
          openSide={panel.open?.id}
          onSide={panel.toggle}
          onAsk={setQuestion}
          onKeys={() => setKeysShown(true)}
          onTimer={() => setTimerAsked(true)}
          record={record}
          smallWindow={smallWindow}
          pinned={pinned}
        />
      </PartBoundary>
      {smallWindow.opened && <SmallWindow opened={smallWindow.opened} pinned={pinned} />}
      <PartBoundary part="notices" look="line">
        <Announcer />
      </PartBoundary>
      <News entry={entry} room={room} wasLetIn={wasLetIn} isPeopleShown={panel.open?.id === people.id} />
      <Confirm question={question} cancel={words.cancel} onClose={() => setQuestion(undefined)} />
      <PartBoundary part="recording" look="line">
        <RecordDialog
          isOpen={record.isChoosing}
          onStart={record.start}
          onClose={record.stopChoosing}
          returnTo={record.returnTo}
        />
      </PartBoundary>
      <PartBoundary part="settings" look="line">
        <KeysDialog
          isOpen={areKeysShown}
          sides={all}
          mayRecord={record.may}
          onClose={() => setKeysShown(false)}
        />
      </PartBoundary>
      <PartWithChat part="gestures" look="line">
        <TimerDialog isOpen={isTimerAsked} onClose={() => setTimerAsked(false)} />
      </PartWithChat>
      {Over && (
        // One message for everything that fails with the chat.
        <PartBoundary
          part="chat"
          fallback={(again) => !isChatOpen && <Broken part="chatAndMore" look="line" onAgain={again} />}
        >
          <Over />
        </PartBoundary>
      )}
    </SidePanelContext>
  );
}

const FlyingOfCall = () => <Flying reactions={useGestures().reactions} />;

/** The line above the tiles. In the flow, so that it covers no tile. A phone held sideways has no height for it. */
function Signs() {
  const isRoomAbove = useIsRoomLineAbove();
  if (useIsLow()) return null;
  const lines = (
    <PartWithChat part="gestures" look="line">
      <TimerLine isOwnLine={isRoomAbove} />
      <FeedbackLine isOwnLine={isRoomAbove} />
    </PartWithChat>
  );
  return (
    <>
      <Row fixed wrap align="center" justify="center" gap="sm" className={css.signs}>
        {isRoomAbove && (
          <PartBoundary part="controls" look="line">
            <RoomLine />
          </PartBoundary>
        )}
        <CallSigns />
        {isRoomAbove ? <WatchingMark /> : lines}
      </Row>
      {isRoomAbove && lines}
    </>
  );
}
