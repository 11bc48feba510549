import { IconAdjustmentsHorizontal, IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { Pill, Text } from '../../../ui/layout/layout.tsx';
import { lazyComponent } from '../../../ui/lazily.ts';
import type { DevicesDialogProps } from './devices-dialog.tsx';
import { problemTitle } from './permission-help.tsx';
import classes from './preview.module.css';

// The dialog has styles that the entry page does not wait for.
const DevicesDialog = lazyComponent(async () => (await import('./devices-dialog.tsx')).DevicesDialog);

/** Opens the choice of devices. It says in one line which of them does not work. */
export function DevicesButton(devices: Omit<DevicesDialogProps, 'isOpen' | 'returnTo' | 'onClose'>) {
  const text = useText('preview');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const problem = problemTitle(devices.state, text);
  return (
    <>
      <Pill
        size="md"
        weight={500}
        tone={problem ? 'warning' : 'text'}
        tall={44}
        frame="line-strong"
        className={classes.devices}
        ref={button}
        aria-haspopup="dialog"
        data-problem={problem && true}
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
      >
        {problem ? (
          <IconAlertTriangle size={18} aria-hidden />
        ) : (
          <IconAdjustmentsHorizontal size={18} aria-hidden />
        )}
        {problem ?? text.devices}
      </Pill>
      <Text as="span" unseen role="status">
        {problem}
      </Text>
      {wasOpen && (
        <PartBoundary part="preview">
          <DevicesDialog
            {...devices}
            isOpen={isOpen}
            returnTo={() => button.current}
            onClose={() => setOpen(false)}
          />
        </PartBoundary>
      )}
    </>
  );
}
