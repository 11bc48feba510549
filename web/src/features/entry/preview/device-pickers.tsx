import { IconMicrophone, IconVideo, IconVolume } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { Choice, type ChoiceOption } from '../../../ui/form/choice.tsx';
import { BackgroundPicker } from './background-picker.tsx';
import type { Preview, PreviewState } from './model.ts';
import classes from './preview.module.css';

type Row = {
  key: 'audio' | 'video' | 'output';
  isShown: boolean;
  label: string;
  icon: ReactNode;
  deviceKind: MediaDeviceKind;
  value: string | undefined;
};

export function DevicePickers({ preview, state }: { preview: Preview; state: PreviewState }) {
  const text = useText('preview');
  const all: Row[] = [
    {
      key: 'audio',
      isShown: state.audio.isOffered,
      label: text.microphone,
      icon: <IconMicrophone size={18} />,
      deviceKind: 'audioinput',
      value: state.audio.deviceId,
    },
    {
      key: 'video',
      isShown: state.video.isOffered,
      label: text.camera,
      icon: <IconVideo size={18} />,
      deviceKind: 'videoinput',
      value: state.video.deviceId,
    },
    {
      key: 'output',
      isShown: canChooseOutput,
      label: text.speaker,
      icon: <IconVolume size={18} />,
      deviceKind: 'audiooutput',
      value: state.outputDeviceId,
    },
  ];
  const rows = all
    .filter((row) => row.isShown)
    .map((row) => ({ ...row, options: optionsOf(state.devices, row.deviceKind, text) }))
    .filter((row) => row.options.length > 0);
  if (rows.length === 0) return null;
  return (
    <div className={classes.pickers}>
      {rows.map(({ key, label, icon, options, value }) => (
        <Choice
          key={key}
          className={key === 'output' ? classes.outputPicker : classes.picker}
          label={label}
          icon={icon}
          options={options}
          value={options.some((option) => option.value === value) ? (value ?? '') : (options[0]?.value ?? '')}
          onChange={(deviceId) => preview.choose(key, deviceId)}
        />
      ))}
      {state.video.track && <BackgroundPicker />}
    </div>
  );
}

const canChooseOutput = 'setSinkId' in HTMLMediaElement.prototype;

function optionsOf(
  devices: MediaDeviceInfo[],
  kind: MediaDeviceKind,
  text: Texts['preview'],
): ChoiceOption[] {
  return devices
    .filter((device) => device.kind === kind)
    .map((device, index) => ({
      value: device.deviceId,
      label: device.deviceId === 'default' ? text.defaultDevice : device.label || text.device(index + 1),
    }));
}
