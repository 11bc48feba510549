import { useMediaQuery } from '@mantine/hooks';
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import type { PagePart } from '../../../faults/report.ts';
import { useText } from '../../../i18n/language.ts';
import type { StageView } from '../../../models/call/layout/arrange.ts';
import { browserPolicy, knownProblemOf } from '../../../models/call/media/device-policy.ts';
import type { DeviceKind } from '../../../models/call/media/own-track.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { screens } from '../../../ui/theme/screens.ts';
import { useCall, useCallState, useStage } from '../call-context.ts';
import type { SmallWindow } from '../pip/use-small-window.ts';
import { RecordButton } from '../record/record-button.tsx';
import type { RecordControl } from '../record/use-record.ts';
import { buttonOf } from '../use-side-panel.ts';
import { BarButton } from './bar-button.tsx';
import { BrokenButton } from './broken-controls.tsx';
import { CallTime } from './call-time.tsx';
import css from './control-bar.module.css';
import { DeviceMenu } from './device-menu.tsx';
import { HandButton } from './hand-button.tsx';
import { LeaveButton } from './leave-button.tsx';
import { MoreMenu } from './more-menu.tsx';
import { ReactionsButton } from './reactions-button.tsx';

type Props = {
  view: StageView;
  onView: (view: StageView) => void;
  compact: boolean;
  sides: readonly SidePanelTab[];
  openSide: string | undefined;
  onSide: (id: string) => void;
  onAsk: (question: Question) => void;
  onKeys: () => void;
  record: RecordControl;
  smallWindow: SmallWindow;
  pinned: string | undefined;
};

export function ControlBar(props: Props) {
  const { view, onView, compact, sides, openSide, onSide, onAsk, onKeys, record, smallWindow, pinned } =
    props;
  const text = useText('stage');
  const rights = useCallState((state) => state.rights);
  // A phone has space for one of them; its tabs lead to the others.
  const inBar = compact ? sides.slice(0, 1) : sides;
  const inMenu = compact ? sides.slice(1) : [];
  const isNarrow = useMediaQuery(screens.narrow, false, { getInitialValueInEffect: false });
  const isWide = !isNarrow && !compact;
  return (
    <footer className={css.bar}>
      <RoomHeading />
      <section className={css.controls} aria-label={text.controls}>
        <ButtonPart part="controls">
          {rights.microphone && <DeviceControl kind="microphone" withMenu={!compact} />}
        </ButtonPart>
        <ButtonPart part="controls">
          {rights.camera && <DeviceControl kind="camera" withMenu={!compact} />}
        </ButtonPart>
        <ButtonPart part="controls">
          {rights.screen && (canShareScreen() || screenHindrance()) && <ScreenControl />}
        </ButtonPart>
        <ButtonPart part="gestures">
          <HandButton />
          {!compact && <ReactionsButton />}
        </ButtonPart>
        {inBar.map((side) => (
          <SideButton key={side.id} side={side} isOpen={openSide === side.id} onToggle={onSide} />
        ))}
        <ButtonPart part="recording">{isWide && <RecordButton record={record} />}</ButtonPart>
        <ButtonPart part="settings">
          <MoreMenu
            view={view}
            onView={onView}
            compact={compact}
            sides={inMenu}
            onSide={onSide}
            onKeys={onKeys}
            record={isWide ? undefined : record}
            smallWindow={smallWindow}
            pinned={pinned}
          />
        </ButtonPart>
        <LeaveButton onAsk={onAsk} />
      </section>
      <Marks />
    </footer>
  );
}

type SideProps = { side: SidePanelTab; isOpen: boolean; onToggle: (id: string) => void };

/** Without a number if the counted part is broken: the button still opens it. */
function SideButton(props: SideProps) {
  return (
    <PartBoundary part={props.side.id} fallback={() => <PlainSideButton {...props} />}>
      <CountedSideButton {...props} />
    </PartBoundary>
  );
}

function CountedSideButton(props: SideProps) {
  return <PlainSideButton {...props} count={props.side.useCount()} />;
}

function PlainSideButton({ side, isOpen, onToggle, count }: SideProps & { count?: number | undefined }) {
  const { id, Icon, title, shortcut, isUrgent, countLabel } = side;
  return (
    <BarButton
      label={title}
      {...(shortcut === undefined ? {} : { shortcut })}
      look={isOpen ? 'active' : 'quiet'}
      aria-expanded={isOpen}
      count={count}
      countLabel={count === undefined ? undefined : countLabel?.(count)}
      isUrgent={isUrgent}
      onClick={() => onToggle(id)}
      id={buttonOf(id)}
    >
      <Icon size={22} />
    </BarButton>
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
function RoomHeading() {
  const { room } = useStage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.side}>
      <h1 ref={heading} tabIndex={-1} className={css.room} title={room.name}>
        {room.name}
      </h1>
      <CallTime />
    </div>
  );
}

function Marks() {
  const text = useText('stage');
  const isWatching = useCallState(({ rights }) => !rights.microphone && !rights.camera && !rights.screen);
  return (
    <div className={css.side} data-end>
      {isWatching && <span className={css.mark}>{text.watching}</span>}
    </div>
  );
}

function DeviceControl({ kind, withMenu }: { kind: DeviceKind; withMenu: boolean }) {
  const text = useText('devices');
  const call = useCall();
  const { on, trouble } = useCallState((state) => state[kind]);
  const words = {
    microphone: { on: text.turnOffMicrophone, off: text.turnOnMicrophone, key: 'M' },
    camera: { on: text.turnOffCamera, off: text.turnOnCamera, key: 'V' },
  }[kind];
  const icons = {
    microphone: { on: IconMicrophone, off: IconMicrophoneOff },
    camera: { on: IconVideo, off: IconVideoOff },
  }[kind];
  const Icon = on ? icons.on : icons.off;
  return (
    <div className={css.pair} data-off={!on || undefined}>
      <BarButton
        label={on ? words.on : words.off}
        shortcut={words.key}
        look={on ? 'quiet' : 'off'}
        data-trouble={trouble}
        onClick={() => void call.media.device(kind).set(!on)}
      >
        <Icon size={22} aria-hidden />
      </BarButton>
      {withMenu && (
        <ButtonPart part="settings">
          <DeviceMenu kind={kind} />
        </ButtonPart>
      )}
    </div>
  );
}

function ScreenControl() {
  const text = useText('devices');
  const call = useCall();
  const { on, busy } = useCallState((state) => state.screen);
  const Icon = on ? IconScreenShareOff : IconScreenShare;
  const hindrance = screenHindrance();
  return (
    <BarButton
      label={on ? text.stopSharing : text.share}
      shortcut="S"
      look={on ? 'active' : 'quiet'}
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
