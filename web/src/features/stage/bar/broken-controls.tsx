import { IconAlertTriangle, IconMicrophone, IconMicrophoneOff, IconPhoneFilled } from '@tabler/icons-react';
import { Broken } from '../../../faults/broken.tsx';
import type { PagePart } from '../../../faults/report.ts';
import { useText } from '../../../i18n/language.ts';
import { useCall, useCallState } from '../call-context.ts';
import { BarButton } from './bar-button.tsx';
import css from './control-bar.module.css';

/** Replaces a broken control bar with the essential buttons. */
export function BrokenControls({ onAgain }: { onAgain: () => void }) {
  const text = useText('stage');
  const device = useText('devices');
  const call = useCall();
  const { rights, microphone } = useCallState((state) => state);
  return (
    <footer className={css.broken}>
      <Broken part="controls" look="line" onAgain={onAgain} />
      {rights.microphone && (
        <BarButton
          label={microphone.on ? device.turnOffMicrophone : device.turnOnMicrophone}
          look={microphone.on ? 'quiet' : 'off'}
          onClick={() => void call.media.microphone.set(!microphone.on)}
        >
          {microphone.on ? (
            <IconMicrophone size={22} aria-hidden />
          ) : (
            <IconMicrophoneOff size={22} aria-hidden />
          )}
        </BarButton>
      )}
      <BarButton label={text.leave} look="leave" onClick={() => void call.leave()}>
        <IconPhoneFilled className={css.hangUp} size={24} aria-hidden />
      </BarButton>
    </footer>
  );
}

/** Replaces one broken button of the bar; a click tries again. */
export function BrokenButton({ part, onAgain }: { part: PagePart; onAgain: () => void }) {
  const text = useText('faults');
  return (
    <BarButton label={`${text[part]} ${text.again}`} data-again data-broken={part} onClick={onAgain}>
      <IconAlertTriangle size={22} aria-hidden />
    </BarButton>
  );
}
