import { IconAlertTriangle } from '@tabler/icons-react';
import { Broken } from '../../../faults/broken.tsx';
import type { PagePart } from '../../../faults/report.ts';
import { useText } from '../../../i18n/language.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { useCall, useCallState } from '../call-context.ts';
import { BarButton, HangUpButton } from './bar-button.tsx';
import { DeviceButton } from './device-button.tsx';

/** Replaces a broken control bar with the essential buttons. */
export function BrokenControls({ onAgain }: { onAgain: () => void }) {
  const text = useText('stage');
  const call = useCall();
  const mayTalk = useCallState(({ rights }) => rights.microphone);
  return (
    <Row as="footer" fixed wrap align="center" justify="center" gap="0 md" p="0 lg md">
      <Broken part="controls" look="line" onAgain={onAgain} />
      {mayTalk && <DeviceButton kind="microphone" />}
      <HangUpButton label={text.leave} onClick={() => void call.leave()} />
    </Row>
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
