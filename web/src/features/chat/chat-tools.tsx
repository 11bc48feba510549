import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { setSoundOn, useSoundOn } from '../../sound/setting.ts';
import { useQuestion } from '../../ui/form/question.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { MenuItem } from '../../ui/parts/menu-item.tsx';
import { usePartOf } from '../../ui/use-store.ts';
import { SaveItem } from './saving/save-item.tsx';

const slowModes = [0, 5, 10, 30, 60, 300];

/** The menu of the whole chat: the own sound, saving it and, for moderators, what guests may do. */
export function ChatTools() {
  const text = useText('chatTools');
  const { room } = useChat();
  const role = usePartOf(room.state, (state) => state.role);
  const isSoundOn = useSoundOn();
  const opener = useRef<HTMLButtonElement>(null);
  const { ask, asked } = useQuestion();
  const askToClear = (): void =>
    ask({
      title: text.clearTitle,
      text: text.clearText,
      yes: text.clearYes,
      act: () => void room.actions.clear(),
      returnTo: () => opener.current,
    });
  return (
    <>
      <Menu position="bottom-end" width={280} closeOnItemClick={false}>
        <Menu.Target>
          <IconButton icon={IconAdjustmentsHorizontal} ref={opener} size={44} aria-label={text.tools} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.CheckboxItem checked={isSoundOn} onChange={setSoundOn}>
            {text.sound}
          </Menu.CheckboxItem>
          <SaveItem />
          {role === 'moderator' && <ForEverybody onClear={askToClear} />}
        </Menu.Dropdown>
      </Menu>
      {asked}
    </>
  );
}

function ForEverybody({ onClear }: { onClear: () => void }) {
  const text = useText('chatTools');
  const { room } = useChat();
  const settings = usePartOf(room.state, (state) => state.settings);
  const { actions } = room;
  const named = (seconds: number): string => {
    if (seconds === 0) return text.slowOff;
    return seconds < 60 ? text.seconds(seconds) : text.minutes(seconds / 60);
  };
  const modes = [...new Set([...slowModes, settings.slowModeSeconds])].sort((a, b) => a - b);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{text.forEverybody}</Menu.Label>
      <Menu.CheckboxItem
        checked={settings.isChatAllowed}
        onChange={(isChatAllowed) => void actions.change({ isChatAllowed })}
      >
        {text.chatOn}
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        checked={settings.linksAllowed}
        onChange={(linksAllowed) => void actions.change({ linksAllowed })}
      >
        {text.linksOn}
      </Menu.CheckboxItem>
      <Menu.Divider />
      <Menu.Label>{text.slowMode}</Menu.Label>
      <Menu.RadioGroup
        value={String(settings.slowModeSeconds)}
        onChange={(next) => void actions.change({ slowModeSeconds: Number(next) })}
      >
        {modes.map((seconds) => (
          <Menu.RadioItem key={seconds} value={String(seconds)}>
            {named(seconds)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <MenuItem icon={IconTrash} isDanger closeMenuOnClick onClick={onClear}>
        {text.clear}
      </MenuItem>
    </>
  );
}
