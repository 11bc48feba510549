import { IconMicrophoneOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCall } from '../call-context.ts';
import { Banner, BannerButton, BannerWords } from './banner.tsx';

/** Warns a person whose microphone is on and silent. */
export function SilentBanner() {
  const text = useText('media');
  const { silence } = useCall();
  const kind = useStore(silence.state);
  return (
    <div role="status" aria-live="polite">
      {kind && (
        <Banner kind="silent">
          <IconMicrophoneOff size={18} aria-hidden />
          <BannerWords more={kind === 'system' ? text.mutedBySystem : text.noSound}>
            {text.cannotHear}
          </BannerWords>
          <BannerButton onClick={() => silence.dismiss()}>{text.dismissSilence}</BannerButton>
        </Banner>
      )}
    </div>
  );
}
