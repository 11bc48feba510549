import { Menu } from '@mantine/core';
import { IconDoorExit, IconPhoneOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { useCall, useOwnPerson } from '../call-context.ts';
import { HangUpButton } from './bar-button.tsx';

type Props = { isRecorded: boolean; onAsk: (question: Question) => void };

/** A guest leaves at once; a moderator chooses between leaving and ending the call for everybody. */
export function LeaveButton({ isRecorded, onAsk }: Props) {
  const text = useText('stage');
  const words = useText('moderation');
  const call = useCall();
  const me = useOwnPerson();
  const opener = useRef<HTMLButtonElement>(null);
  const leave = (): void => void call.leave();
  if (me.role !== 'moderator') return <HangUpButton label={text.leave} onClick={leave} />;
  const askToEnd = (): void => {
    const ends = words.endText(call.state.get().people.length);
    onAsk({
      title: words.endTitle,
      text: isRecorded ? `${ends} ${words.endSaves}` : ends,
      yes: words.endYes,
      returnTo: () => opener.current,
      act: () => void call.moderation.finishForAll(),
    });
  };
  return (
    <Menu position="top-end" width={260} offset={12}>
      <Menu.Target>
        <HangUpButton ref={opener} label={text.leave} />
      </Menu.Target>
      <Menu.Dropdown aria-label={words.leaveOptions}>
        <MenuItem icon={IconDoorExit} onClick={leave}>
          {words.leaveOnly}
        </MenuItem>
        <MenuItem icon={IconPhoneOff} isDanger onClick={askToEnd}>
          {words.endForAll}
        </MenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
