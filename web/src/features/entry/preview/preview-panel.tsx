import { IconMicrophoneOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { DevicePickers } from './device-pickers.tsx';
import type { Preview } from './model.ts';
import { PermissionHelp } from './permission-help.tsx';
import { PreviewPicture } from './picture.tsx';
import { SpeakerTest } from './speaker-test.tsx';
import { WatcherCard } from './watcher-card.tsx';

/** The preview of the own picture and sound, and the choice of devices. */
export function PreviewPanel({ preview, name, seed }: { preview: Preview; name: string; seed: string }) {
  const text = useText('preview');
  const state = useStore(preview.state);
  if (!state.audio.isOffered && !state.video.isOffered)
    return <WatcherCard name={name} seed={seed} outputId={state.outputDeviceId} />;
  return (
    <Stack as="section" gap="md" shrink aria-label={text.preview}>
      <PreviewPicture preview={preview} state={state} name={name} seed={seed} />
      {preview.entersMuted && <Note icon={IconMicrophoneOff}>{text.entersMuted}</Note>}
      <DevicePickers preview={preview} state={state} />
      <SpeakerTest outputId={state.outputDeviceId} />
      <PermissionHelp state={state} onRetry={() => preview.retry()} />
    </Stack>
  );
}
