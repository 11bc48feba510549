import { IconMicrophone, IconVideo, IconVolume } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { Choice, type ChoiceOption } from '../../../ui/form/choice.tsx';
import { Row } from '../../../ui/layout/layout.tsx';
import { BackgroundPicker } from './background-picker.tsx';
import { isComing, type Preview, type PreviewSource, type PreviewState } from './model.ts';
import classes from './preview.module.css';

export function DevicePickers({ preview, state }: { preview: Preview; state: PreviewState }) {
  const text = useText('preview');
  const { audio, video, devices, outputDeviceId } = state;
  // Until the browser names the devices, the row keeps its height.
  const isEarly = devices.length === 0 && (isComing(audio) || isComing(video));
  const rows = [
    ['audio', 'audioinput', text.microphone, IconMicrophone, audio.isOffered, audio.deviceId],
    ['video', 'videoinput', text.camera, IconVideo, video.isOffered, video.deviceId],
    ['output', 'audiooutput', text.speaker, IconVolume, canChooseOutput, outputDeviceId],
  ] as const;
  const shown = rows.flatMap(([key, kind, label, Icon, isShown, chosen]) => {
    const known = isEarly ? [{ value: '', label: text.defaultDevice }] : optionsOf(devices, kind, text);
    const options = isShown ? known : [];
    const value = options.find((option) => option.value === chosen) ?? options[0];
    return value ? [{ key, label, Icon, options, value: value.value }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Row wrap gap="sm">
      {shown.map(({ key, Icon, ...choice }) => (
        <Choice
          {...choice}
          key={key}
          className={key === 'output' ? classes.outputPicker : classes.picker}
          icon={<Icon size={18} />}
          isDisabled={isEarly}
          onChange={(deviceId) => preview.choose(key, deviceId)}
        />
      ))}
      {mayWork(video) && <BackgroundPicker />}
    </Row>
  );
}

/** Also while the person has turned the camera off: they choose before they turn it on. */
const mayWork = ({ isOffered, status }: PreviewSource): boolean =>
  isOffered && (status === 'on' || status === 'asking' || status === 'off');

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
