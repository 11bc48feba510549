import { IconMicrophone, IconVideo, IconVolume } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { Choice, type ChoiceOption } from '../../../ui/form/choice.tsx';
import { Row } from '../../../ui/layout/layout.tsx';
import { BackgroundPicker } from './background-picker.tsx';
import type { Preview, PreviewState } from './model.ts';
import classes from './preview.module.css';

export function DevicePickers({ preview, state }: { preview: Preview; state: PreviewState }) {
  const text = useText('preview');
  const { audio, video, outputDeviceId } = state;
  const rows = [
    ['audio', 'audioinput', text.microphone, IconMicrophone, audio.isOffered, audio.deviceId],
    ['video', 'videoinput', text.camera, IconVideo, video.isOffered, video.deviceId],
    ['output', 'audiooutput', text.speaker, IconVolume, canChooseOutput, outputDeviceId],
  ] as const;
  const shown = rows.flatMap(([key, kind, label, Icon, isShown, chosen]) => {
    const options = isShown ? optionsOf(state.devices, kind, text) : [];
    const value = options.find((option) => option.value === chosen) ?? options[0];
    return value ? [{ key, label, Icon, options, value: value.value }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Row wrap gap="xs">
      {shown.map(({ key, Icon, ...choice }) => (
        <Choice
          {...choice}
          key={key}
          className={key === 'output' ? classes.outputPicker : classes.picker}
          icon={<Icon size={18} />}
          onChange={(deviceId) => preview.choose(key, deviceId)}
        />
      ))}
      {video.track && <BackgroundPicker />}
    </Row>
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
