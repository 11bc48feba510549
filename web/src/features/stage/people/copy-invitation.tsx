import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useInvitation } from '../../../room/invitation-context.ts';
import { copyText } from '../../../ui/parts/copying.ts';
import { useCall, useStage } from '../call-context.ts';

const shown = 2_000;

/** Copies how others join this call; nothing for people who cannot invite. */
export function CopyInvitation(props: ButtonProps) {
  const text = useText('invitation');
  const { room } = useStage();
  const { notices } = useCall();
  const invitation = useInvitation();
  const [state, setState] = useState<'busy' | 'copied'>();
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState(undefined), shown);
    return () => clearTimeout(timer);
  }, [state]);
  if (!invitation) return null;
  const copy = async (): Promise<void> => {
    setState('busy');
    try {
      const { url, code } = await invitation();
      const words = text.words({ room: room.name, url });
      const entry = code && text.code({ code, host: window.location.host });
      setState((await copyText(entry ? `${words}\n${entry}` : words)) ? 'copied' : undefined);
    } catch {
      setState(undefined);
      notices.add({ kind: 'action-failed' });
    }
  };
  const Icon = state === 'copied' ? IconCheck : IconUserPlus;
  return (
    <>
      <Button
        {...props}
        variant="light"
        leftSection={<Icon size={18} aria-hidden />}
        loading={state === 'busy'}
        onClick={() => void copy()}
      >
        {state === 'copied' ? text.copied : text.copy}
      </Button>
      <VisuallyHidden role="status">{state === 'copied' ? text.copied : ''}</VisuallyHidden>
    </>
  );
}
