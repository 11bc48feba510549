import { IconDownload } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { useChat } from '../../../room/chat-context.ts';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { usePartOf, useStore } from '../../../ui/use-store.ts';
import { useSave } from './use-save.ts';

/** Saves the conversation on the page as a text file. */
export function SaveItem() {
  const text = useText('chatTools');
  const chat = useChat();
  const conversation = useStore(chat.shown);
  const save = useSave(conversation);
  const isSaving = usePartOf(
    chat.saving.state,
    (saving) => saving?.conversation === conversation && saving.failure === undefined,
  );
  const isEmpty = usePartOf(
    conversation.state,
    ({ phase, messages }) => phase === 'failed' || messages.length === 0,
  );
  return (
    <MenuItem icon={IconDownload} closeMenuOnClick disabled={isEmpty || isSaving} onClick={save}>
      {conversation === chat.room ? text.save : text.savePrivate}
    </MenuItem>
  );
}
