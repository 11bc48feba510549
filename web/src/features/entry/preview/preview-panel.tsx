import { useMediaQuery } from '@mantine/hooks';
import { IconMicrophoneOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { screens } from '../../../ui/theme/screens.ts';
import { useStore } from '../../../ui/use-store.ts';
import { DeviceChoices } from './device-choices.tsx';
import { DevicesButton } from './devices-button.tsx';
import type { Preview } from './model.ts';
import { PreviewPicture } from './picture.tsx';
import { useEffectPicture } from './use-effect-picture.ts';
import { WatcherCard } from './watcher-card.tsx';

type Props = { preview: Preview; name: string; seed: string | undefined };

/** The preview of the own picture and sound, and the choice of devices, which a button opens on a phone. */
export function PreviewPanel({ preview, name, seed }: Props) {
  const text = useText('preview');
  const state = useStore(preview.state);
  const picture = useEffectPicture(state.video.track);
  const isCompact = useMediaQuery(screens['one-column'], false, { getInitialValueInEffect: false });
  if (!state.audio.isOffered && !state.video.isOffered)
    return <WatcherCard name={name} seed={seed} outputId={state.outputDeviceId} />;
  const devices = { preview, state, picture };
  return (
    <Stack as="section" gap="md" shrink aria-label={text.preview}>
      <PreviewPicture {...devices} name={name} seed={seed} isCompact={isCompact}>
        {isCompact && <DevicesButton {...devices} />}
      </PreviewPicture>
      {preview.entersMuted && <Note icon={IconMicrophoneOff}>{text.entersMuted}</Note>}
      {!isCompact && <DeviceChoices {...devices} />}
    </Stack>
  );
}
