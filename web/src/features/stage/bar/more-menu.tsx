import { Menu } from '@mantine/core';
import {
  IconDots,
  IconHourglass,
  IconKeyboard,
  IconLanguage,
  IconMaximize,
  IconMinimize,
} from '@tabler/icons-react';
import { type ComponentPropsWithRef, Fragment, useState, useSyncExternalStore } from 'react';
import { setLanguage, useLanguage, useText } from '../../../i18n/language.ts';
import { languageName, languages } from '../../../i18n/languages.ts';
import type { StageView } from '../../../models/call/layout/arrange.ts';
import { useOpenedChat } from '../../../room/chat-context.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import { Count } from '../../../ui/parts/count.tsx';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { useCall, useOwnPerson } from '../call-context.ts';
import { useMay } from '../people/use-permissions.ts';
import { SmallWindowItem } from '../pip/small-window-item.tsx';
import type { SmallWindow } from '../pip/use-small-window.ts';
import { RecordItem } from '../record/record-button.tsx';
import type { RecordControl } from '../record/use-record.ts';
import { HidingItems } from '../tiles/hiding-items.tsx';
import { BarButton } from './bar-button.tsx';
import css from './control-bar.module.css';
import { DeviceChoices, menuIndent, useHasDeviceChoice } from './device-menu.tsx';
import { moreButtonId } from './keys-dialog.tsx';
import { LowDataItem } from './low-data-item.tsx';
import { GestureItems } from './reactions-button.tsx';

type Props = {
  view: StageView;
  onView: (view: StageView) => void;
  compact: boolean;
  /** Side panels that have no button of their own. */
  sides: readonly SidePanelTab[];
  onSide: (id: string) => void;
  onKeys: () => void;
  onTimer: () => void;
  /** Shown if it has no button of its own. */
  record: RecordControl | undefined;
  smallWindow: SmallWindow;
  pinned: string | undefined;
};

const deviceKinds = ['microphone', 'camera'] as const;

const dropdown = { mah: 'min(560px, 80dvh)', style: { overflowY: 'auto' } } as const;

/** On a phone the menu is as wide as the page, at its bottom. The menu sets the place by inline styles too. */
const sheet = {
  className: css.sheet ?? '',
  style: { position: 'fixed', top: 'auto', bottom: 0, left: 0, width: '100%' },
} as const;

export function MoreMenu(props: Props) {
  const { view, onView, compact, sides, onSide, onKeys, onTimer, record, smallWindow, pinned } = props;
  const text = useText('stage');
  const hasChoice = useHasDeviceChoice();
  const gestures = useText('gestures');
  const timer = useText('timer');
  const mayReact = useMay('isReactingAllowed');
  const isModerator = useOwnPerson().role === 'moderator';
  const { isOpen: hasTimer } = useOpenedChat();
  const [opened, setOpened] = useState(false);
  const urgent = sides.find(({ isUrgent }) => isUrgent);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="top"
      width={280}
      offset={12}
      classNames={menuIndent}
      {...(compact && { withOverlay: true, transitionProps: { transition: 'slide-up' as const } })}
    >
      <Menu.Target>{urgent ? <CountedButton key={urgent.id} side={urgent} /> : <MoreButton />}</Menu.Target>
      <Menu.Dropdown {...(compact ? sheet : dropdown)}>
        {compact && (
          <>
            <Menu.Label>{gestures.reactions}</Menu.Label>
            {mayReact ? <GestureItems /> : <Menu.Label>{gestures.reactionsOff}</Menu.Label>}
            <Menu.Divider />
          </>
        )}
        {sides.map((side) => (
          <SideItem key={side.id} side={side} onSide={onSide} />
        ))}
        {sides.length > 0 && <Menu.Divider />}
        {compact &&
          opened &&
          deviceKinds.filter(hasChoice).map((kind) => (
            <Fragment key={kind}>
              <DeviceChoices kind={kind} />
              <Menu.Divider />
            </Fragment>
          ))}
        {isModerator && hasTimer && (
          <>
            <MenuItem icon={IconHourglass} onClick={onTimer}>
              {timer.item}
            </MenuItem>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>{text.view}</Menu.Label>
        <Menu.RadioGroup value={view} onChange={(next) => onView(next === 'speaker' ? 'speaker' : 'grid')}>
          <Menu.RadioItem value="grid" closeMenuOnClick>
            {text.viewGrid}
          </Menu.RadioItem>
          <Menu.RadioItem value="speaker" closeMenuOnClick>
            {text.viewSpeaker}
          </Menu.RadioItem>
        </Menu.RadioGroup>
        <HidingItems />
        <FullscreenItem />
        {opened && <SmallWindowItem smallWindow={smallWindow} pinned={pinned} />}
        <LowDataItem />
        {record?.may && (
          <>
            <Menu.Divider />
            <RecordItem record={record} />
          </>
        )}
        <Menu.Divider />
        {!compact && (
          <MenuItem icon={IconKeyboard} onClick={onKeys}>
            {text.keys}
          </MenuItem>
        )}
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  );
}

type ButtonProps = Partial<ComponentPropsWithRef<typeof BarButton>>;

function MoreButton(props: ButtonProps) {
  const text = useText('stage');
  return (
    <BarButton {...props} label={text.more} id={moreButtonId}>
      <IconDots size={22} aria-hidden />
    </BarButton>
  );
}

/** True if a part without a button has a number. */
function CountedButton({ side, ...props }: ButtonProps & { side: SidePanelTab }) {
  const count = side.useCount();
  const countLabel = count === undefined ? undefined : side.countLabel?.(count);
  return <MoreButton {...props} count={count} countLabel={countLabel} isUrgent />;
}

function SideItem({ side, onSide }: { side: SidePanelTab; onSide: (id: string) => void }) {
  const { id, Icon, title, useCount, isUrgent } = side;
  const count = useCount();
  return (
    <MenuItem
      icon={Icon}
      rightSection={count !== undefined && <Count isUrgent={isUrgent}>{count}</Count>}
      onClick={() => onSide(id)}
    >
      {title}
    </MenuItem>
  );
}

function LanguageItems() {
  const { notices } = useCall();
  const language = useLanguage();
  const others = languages.filter((one) => one !== language);
  return others.map((other) => (
    <MenuItem
      key={other}
      icon={IconLanguage}
      lang={other}
      onClick={async () => {
        if (!(await setLanguage(other))) notices.add({ kind: 'language-failed' });
      }}
    >
      {languageName(other)}
    </MenuItem>
  ));
}

function watchFullscreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

function FullscreenItem() {
  const text = useText('stage');
  const isFull = useSyncExternalStore(watchFullscreen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = (): void => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // The browser may refuse; then nothing changes.
    change.catch(() => undefined);
  };
  const Icon = isFull ? IconMinimize : IconMaximize;
  return (
    <MenuItem icon={Icon} onClick={toggle}>
      {isFull ? text.exitFullscreen : text.fullscreen}
    </MenuItem>
  );
}
