import { useLanguage, useText } from '../../../i18n/language.ts';
import { nameOfSavedFile } from '../../../kit/file-name.ts';
import { plainName } from '../../../kit/plain-name.ts';
import type { Conversation } from '../../../models/chat/conversation.ts';
import { personIn, postedBy } from '../../../models/chat/payloads.ts';
import type { Message } from '../../../models/chat/types.ts';
import { useChat } from '../../../room/chat-context.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { useDirectPartner } from '../use-direct-partner.ts';
import { chatFile } from './chat-file.ts';

/** Returns a function that saves a conversation as a text file. */
export function useSave(conversation: Conversation): () => void {
  const chat = useChat();
  const text = useText('chatTools');
  const language = useLanguage();
  const { somebody } = useText('chat');
  const partner = useDirectPartner(conversation).name;
  const nameOf = (message: Message): string => {
    const user = chat.people.known.get().get(personIn(message) ?? '');
    return plainName(postedBy(message)?.name ?? user?.displayName ?? '') || somebody;
  };
  const write = (messages: readonly Message[]): void => {
    const room = plainName(chat.room.channel.get()?.name ?? '');
    const isRoom = conversation === chat.room;
    const title = isRoom ? text.fileTitle(room) : text.privateFileTitle({ room, name: partner });
    const callStarts = conversation.state.get().calls.starts;
    const now = new Date();
    const file = chatFile({ title, messages, callStarts }, { language, now, nameOf });
    saveFile(
      new Blob([file], { type: 'text/plain;charset=utf-8' }),
      nameOfSavedFile({ name: title, at: now.toISOString() }, 'txt'),
    );
  };
  return () => void chat.saving.start(conversation, write);
}
