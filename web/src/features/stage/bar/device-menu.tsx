import { Menu } from '@mantine/core';
import { IconChevronUp, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import {
  type Background,
  background,
  backgroundsWith,
  canChangeBackground,
} from '../../../models/call/background/background.ts';
import { chooseOwnPicture, ownPicture } from '../../../models/call/background/own-picture.ts';
import type { Device } from '../../../models/call/media/device-list.ts';
import { noiseSuppression } from '../../../models/call/media/noise-suppression.ts';
import type { DeviceKind } from '../../../models/call/media/own-track.ts';
import { Grid } from '../../../ui/layout/layout.tsx';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useCallState, useStage } from '../call-context.ts';
import css from './control-bar.module.css';
import { MenuHint } from './menu-hint.tsx';
import { SpeakerTestItem } from './speaker-test-item.tsx';

/** Choices begin where items with an icon begin. */
export const menuIndent = { itemIndicator: css.indicator ?? '' };

/** Whether this person can choose such a device: also while it is locked, but not as a viewer of a webinar. */
export function useHasDeviceChoice(): (kind: DeviceKind) => boolean {
  const { room } = useStage();
  const rights = useCallState((state) => state.rights);
  return (kind) => rights[kind] || room.type !== 'webinar';
}

/** The choice of devices beside the button that turns them on. */
export function DeviceMenu({ kind }: { kind: DeviceKind }) {
  const text = useText('devices');
  const [opened, setOpened] = useState(false);
  return (
    <Menu opened={opened} onChange={setOpened} position="top" width={300} offset={12} classNames={menuIndent}>
      <Menu.Target>
        <Grid
          as="button"
          center
          className={css.caret}
          aria-label={kind === 'microphone' ? text.microphoneDevices : text.cameraDevices}
        >
          <IconChevronUp size={16} aria-hidden />
        </Grid>
      </Menu.Target>
      <Menu.Dropdown>{opened && <DeviceChoices kind={kind} />}</Menu.Dropdown>
    </Menu>
  );
}

/** The lists, also for the phone's menu. */
export function DeviceChoices({ kind }: { kind: DeviceKind }) {
  const text = useText('devices');
  const { call, room, sound } = useStage();
  const mayChangeBackground = canChangeBackground() && !room.disabledFeatures.includes('backgrounds');
  const lists = useStore(call.devices.lists);
  const speaker = useStore(sound.speakerId);
  const own = call.media.device(kind);
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void call.devices.refresh();
    void own.track?.deviceId().then((id) => isCurrent && setCurrent(id));
    return () => {
      isCurrent = false;
    };
  }, [call, own]);
  const choose = (id: string): void => {
    setCurrent(id);
    void own.switchTo(id);
  };
  const devices = kind === 'microphone' ? lists.microphones : lists.cameras;
  return (
    <>
      <DeviceGroup
        title={text[kind]}
        devices={devices}
        current={current ?? own.chosenDevice ?? devices[0]?.id}
        onChoose={choose}
      />
      {kind === 'camera' && mayChangeBackground && <BackgroundChoices />}
      {kind === 'microphone' && (
        <>
          <NoiseItem />
          <Menu.Divider />
          {canChooseSpeaker() && (
            <DeviceGroup
              title={text.speaker}
              devices={lists.speakers}
              current={speaker ?? lists.speakers[0]?.id}
              onChoose={(id) => void sound.chooseSpeaker(id)}
            />
          )}
          <SpeakerTestItem speakerId={speaker} />
        </>
      )}
    </>
  );
}

/** The choice of what is behind the person. */
function BackgroundChoices() {
  const text = useText('background');
  const { call } = useStage();
  const choice = useStore(background);
  const own = useStore(ownPicture);
  const choose = async (): Promise<void> => {
    const outcome = await chooseOwnPicture();
    if (outcome === 'chosen') await call.media.chooseBackground('own');
    else if (outcome) call.notices.add({ kind: outcome === 'size' ? 'picture-too-large' : 'no-picture' });
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text.title}</Menu.Label>
      <Menu.RadioGroup
        value={choice}
        onChange={(next) => void call.media.chooseBackground(next as Background)}
      >
        {backgroundsWith(own).map((one) => (
          <Menu.RadioItem key={one} value={one} closeMenuOnClick>
            {text[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <MenuItem icon={IconPhoto} onClick={() => void choose()}>
        {text.choose}
        <MenuHint>{text.cost}</MenuHint>
      </MenuItem>
    </>
  );
}

/** The browser's noise suppression. Music needs it off. */
function NoiseItem() {
  const text = useText('media');
  const { call } = useStage();
  const isOn = useStore(noiseSuppression);
  const choose = (next: boolean): void => {
    noiseSuppression.set(next);
    void call.media.microphone.setNoiseSuppression(next);
  };
  return (
    <Menu.CheckboxItem checked={isOn} onChange={choose}>
      {text.noise}
      <MenuHint>{text.noiseHint}</MenuHint>
    </Menu.CheckboxItem>
  );
}

type GroupProps = {
  title: string;
  devices: readonly Device[];
  current: string | undefined;
  onChoose: (id: string) => void;
};

function DeviceGroup({ title, devices, current, onChoose }: GroupProps) {
  const text = useText('devices');
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {devices.length === 0 && <Menu.Item disabled>{text.noDevices}</Menu.Item>}
      <Menu.RadioGroup value={current ?? null} onChange={onChoose}>
        {devices.map(({ id, label }, index) => (
          <Menu.RadioItem key={id} value={id} closeMenuOnClick>
            {label || text.unnamed(index + 1)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function canChooseSpeaker(): boolean {
  return 'setSinkId' in HTMLMediaElement.prototype;
}
