import { DevicePickers } from './device-pickers.tsx';
import type { Preview, PreviewState } from './model.ts';
import { PermissionHelp } from './permission-help.tsx';
import { SpeakerTest } from './speaker-test.tsx';

export type DevicesProps = { preview: Preview; state: PreviewState };

/** The choice of the devices, and what is wrong with them. */
export function DeviceChoices({ preview, state }: DevicesProps) {
  return (
    <>
      <PermissionHelp state={state} onRetry={() => preview.retry()} />
      <DevicePickers preview={preview} state={state} />
      <SpeakerTest outputId={state.outputDeviceId} />
    </>
  );
}
