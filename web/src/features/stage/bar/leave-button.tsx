import { Menu } from '@mantine/core';
import { IconDoorExit, IconPhoneFilled, IconPhoneOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { useCall, useOwnPerson } from '../call-context.ts';
import { BarButton } from './bar-button.tsx';
import css from './control-bar.module.css';

/** A guest leaves at once; a moderator chooses between leaving and ending the call for everybody. */
export function LeaveButton({ onAsk }: { onAsk: (question: Question) => void }) {
  const text = useText('stage');
  const words = useText('moderation');
  const call = useCall();
  const me = useOwnPerson();
  const opener = useRef<HTMLButtonElement>(null);
  const leave = (): void => void call.leave();
  if (me.role !== 'moderator') {
    return (
      <BarButton label={text.leave} look="leave" onClick={leave}>
        <IconPhoneFilled className={css.hangUp} size={24} aria-hidden />
      </BarButton>
    );
  }
  const askToEnd = (): void =>
    onAsk({
      title: words.endTitle,
      text: words.endText,
      yes: words.endYes,
      returnTo: () => opener.current,
      act: () => void call.moderation.finishForAll(),
    });
  return (
    <Menu withInitialFocusPlaceholder={false} position="top-end" shadow="lg" width={260} offset={12}>
      <Menu.Target>
        <BarButton ref={opener} label={text.leave} look="leave">
          <IconPhoneFilled className={css.hangUp} size={24} aria-hidden />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={words.leaveOptions}>
        <Menu.Item leftSection={<IconDoorExit size={18} aria-hidden />} onClick={leave}>
          {words.leaveOnly}
        </Menu.Item>
        <Menu.Item
          className={css.danger}
          leftSection={<IconPhoneOff size={18} aria-hidden />}
          onClick={askToEnd}
        >
          {words.endForAll}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
