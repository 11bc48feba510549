import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { DeviceKind } from '../../../models/call/media/own-track.ts';
import { useCall, useCallState } from '../call-context.ts';
import { BarButton } from './bar-button.tsx';
import { useSourceLock } from './use-locks.ts';

/** The label, icon and action of the switch of an own device. */
export function useDeviceSwitch(kind: DeviceKind) {
  const text = useText('devices');
  const call = useCall();
  const { on, trouble } = useCallState((state) => state[kind]);
  const [label, Icon] = {
    microphone: on ? [text.turnOffMicrophone, IconMicrophone] : [text.turnOnMicrophone, IconMicrophoneOff],
    camera: on ? [text.turnOffCamera, IconVideo] : [text.turnOnCamera, IconVideoOff],
  }[kind] as [string, typeof IconVideo];
  return { on, trouble, label, Icon, toggle: () => void call.media.device(kind).set(!on) };
}

/** Turns the own microphone or camera on and off; locked for people who may not send it. */
export function DeviceButton({ kind }: { kind: DeviceKind }) {
  const { on, trouble, label, Icon, toggle } = useDeviceSwitch(kind);
  const lock = useSourceLock(kind);
  return (
    <BarButton
      label={label}
      shortcut={kind === 'microphone' ? 'M' : 'V'}
      look={on ? 'quiet' : 'off'}
      lock={lock}
      data-trouble={trouble}
      onClick={toggle}
    >
      <Icon size={22} aria-hidden />
    </BarButton>
  );
}
