import { IconMicrophoneOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useCall } from '../call-context.ts';
import css from './banners.module.css';

/** Warns a person whose microphone is on and silent. */
export function SilentBanner() {
  const text = useText('media');
  const { silence } = useCall();
  const kind = useStore(silence.state);
  return (
    <div role="status" aria-live="polite">
      {kind && (
        <div className={css.banner} data-kind="silent">
          <IconMicrophoneOff size={18} aria-hidden />
          <span className={css.lines}>
            {text.cannotHear}
            <span className={css.quiet}>{kind === 'system' ? text.mutedBySystem : text.noSound}</span>
          </span>
          <button type="button" className={css.act} onClick={() => silence.dismiss()}>
            {text.dismissSilence}
          </button>
        </div>
      )}
    </div>
  );
}
