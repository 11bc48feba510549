import { useMediaQuery } from '@mantine/hooks';
import { IconScreenShare, IconScreenShareOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import type { PagePart } from '../../../faults/report.ts';
import { useText } from '../../../i18n/language.ts';
import type { StageView } from '../../../models/call/layout/arrange.ts';
import { browserPolicy, knownProblemOf } from '../../../models/call/media/device-policy.ts';
import type { DeviceKind } from '../../../models/call/media/own-track.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import { screens } from '../../../ui/theme/screens.ts';
import { useCall, useCallState, useStage } from '../call-context.ts';
import { FeedbackLine } from '../feedback/feedback-line.tsx';
import { PartWithChat } from '../part-with-chat.tsx';
import type { SmallWindow } from '../pip/use-small-window.ts';
import { RecordButton } from '../record/record-button.tsx';
import type { RecordControl } from '../record/use-record.ts';
import { Counted } from '../side-panel.tsx';
import { TimerLine } from '../timer/timer-line.tsx';
import { buttonOf } from '../use-side-panel.ts';
import { BarButton } from './bar-button.tsx';
import { BrokenButton } from './broken-controls.tsx';
import { CallSigns } from './call-signs.tsx';
import { CallTime } from './call-time.tsx';
import css from './control-bar.module.css';
import { DeviceButton } from './device-button.tsx';
import { DeviceMenu, useHasDeviceChoice } from './device-menu.tsx';
import { HandButton } from './hand-button.tsx';
import { LeaveButton } from './leave-button.tsx';
import { MoreMenu } from './more-menu.tsx';
import { ReactionsButton } from './reactions-button.tsx';
import { PeopleCount, useIsLow, useIsRoomLineAbove } from './room-line.tsx';
import { useSourceLock } from './use-locks.ts';
import { WatchingMark } from './watching-mark.tsx';

type Props = {
  view: StageView;
  onView: (view: StageView) => void;
  compact: boolean;
  sides: readonly SidePanelTab[];
  openSide: string | undefined;
  onSide: (id: string) => void;
  onAsk: (question: Question) => void;
  onKeys: () => void;
  onTimer: () => void;
  record: RecordControl;
  smallWindow: SmallWindow;
  pinned: string | undefined;
};

export function ControlBar(props: Props) {
  const { compact, sides, openSide, onSide, onAsk, record } = props;
  const text = useText('stage');
  const isNarrow = useMediaQuery(screens.narrow, false, { getInitialValueInEffect: false });
  // A phone has space for one of them; its tabs lead to the others.
  const places = compact ? 1 : isNarrow ? 3 : sides.length;
  const isWide = !isNarrow && !compact;
  const isRoomAbove = useIsRoomLineAbove();
  const isLow = useIsLow();
  return (
    <Grid
      as="footer"
      fixed
      align="center"
      gap="lg"
      p="sm lg md"
      className={css.bar}
      data-only-controls={isRoomAbove || undefined}
    >
      <RoomHeading withTime={!isRoomAbove} />
      <Row as="section" align="center" gap="sm" className={css.controls} aria-label={text.controls}>
        <ButtonPart part="controls">
          <DeviceControl kind="microphone" withMenu={!compact} />
        </ButtonPart>
        <ButtonPart part="controls">
          <DeviceControl kind="camera" withMenu={!compact} />
        </ButtonPart>
        <ButtonPart part="controls">
          {(canShareScreen() || screenHindrance()) && <ScreenControl />}
        </ButtonPart>
        <ButtonPart part="gestures">
          <HandButton />
          {!compact && <ReactionsButton />}
        </ButtonPart>
        {sides.slice(0, places).map((side) => (
          <SideButton key={side.id} side={side} isOpen={openSide === side.id} onToggle={onSide} />
        ))}
        <ButtonPart part="recording">{isWide && <RecordButton record={record} />}</ButtonPart>
        <ButtonPart part="settings">
          <MoreMenu {...props} sides={sides.slice(places)} record={isWide ? undefined : record} />
        </ButtonPart>
        <LeaveButton isRecorded={record.phase === 'on'} onAsk={onAsk} />
      </Row>
      {!isRoomAbove && (
        <Row wrap justify="end" align="center" gap="xs" shrink>
          <WatchingMark />
          {isLow && (
            <>
              <CallSigns />
              <PartWithChat part="gestures" look="line">
                <TimerLine isOwnLine={false} />
                <FeedbackLine />
              </PartWithChat>
            </>
          )}
          {compact && <PeopleCount />}
        </Row>
      )}
    </Grid>
  );
}

type SideProps = { side: SidePanelTab; isOpen: boolean; onToggle: (id: string) => void };

function SideButton({ side, isOpen, onToggle }: SideProps) {
  const { id, Icon, title, shortcut, isUrgent } = side;
  return (
    <Counted side={side}>
      {(counted) => (
        <BarButton
          {...counted}
          label={title}
          shortcut={shortcut}
          look={isOpen ? 'active' : 'quiet'}
          aria-expanded={isOpen}
          isUrgent={isUrgent}
          onClick={() => onToggle(id)}
          id={buttonOf(id)}
        >
          <Icon size={22} aria-hidden />
        </BarButton>
      )}
    </Counted>
  );
}

function ButtonPart({ part, children }: { part: PagePart; children: ReactNode }) {
  return (
    <PartBoundary part={part} fallback={(again) => <BrokenButton part={part} onAgain={again} />}>
      {children}
    </PartBoundary>
  );
}

/** The initial focus is on the room's name, right before the controls, for keyboards and screen readers. */
function RoomHeading({ withTime }: { withTime: boolean }) {
  const { room } = useStage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Row align="center" gap="sm" shrink className={css.side}>
      <Text as="h1" size="lg" weight={550} truncate ref={heading} tabIndex={-1} title={room.name}>
        {room.name}
      </Text>
      {withTime && <CallTime />}
    </Row>
  );
}

function DeviceControl({ kind, withMenu }: { kind: DeviceKind; withMenu: boolean }) {
  const hasChoice = useHasDeviceChoice();
  return (
    <Row shrink radius="md" ground="stage-raised">
      <DeviceButton kind={kind} />
      {withMenu && hasChoice(kind) && (
        <ButtonPart part="settings">
          <DeviceMenu kind={kind} />
        </ButtonPart>
      )}
    </Row>
  );
}

function ScreenControl() {
  const text = useText('devices');
  const call = useCall();
  const { on, busy } = useCallState((state) => state.screen);
  const Icon = on ? IconScreenShareOff : IconScreenShare;
  const hindrance = screenHindrance();
  const lock = useSourceLock('screen');
  return (
    <BarButton
      label={on ? text.stopSharing : text.share}
      shortcut="S"
      look={on ? 'active' : 'quiet'}
      lock={lock}
      // A click shows the reason as a notice.
      hint={hindrance && text[hindrance === 'framed' ? 'framedScreen' : 'insecureScreen']}
      disabled={busy}
      onClick={() => void call.media.screen.set(!on)}
    >
      <Icon size={22} aria-hidden />
    </BarButton>
  );
}

/** Why screen sharing is unavailable here. Without https the browser's support is unknown. */
function screenHindrance(): 'framed' | 'insecure' | undefined {
  const hindrance = knownProblemOf('display-capture', browserPolicy);
  if (hindrance === 'insecure') return hindrance;
  return hindrance === 'framed' && canShareScreen() ? hindrance : undefined;
}

function canShareScreen(): boolean {
  return 'getDisplayMedia' in (navigator.mediaDevices ?? {});
}
