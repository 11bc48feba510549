import { type RefObject, useState } from 'react';
import { serverClock } from '../../../kit/server-clock.ts';
import { longestMessage } from '../../../models/chat/draft.ts';
import { useChat } from '../../../room/chat-context.ts';
import { useNowUntil } from '../../../ui/use-now-until.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useConversation, useConversationScreen } from '../conversation-screen.ts';
import { isEditable } from '../messages/rows.ts';

type WritingModel = {
  value: string;
  /** Length in code points, as the server counts. */
  count: number;
  isEditing: boolean;
  /** True for a reply or an edit. */
  isAbout: boolean;
  maySubmit: boolean;
  write: (text: string) => void;
  insert: (emoji: string) => void;
  submit: () => void;
  cancel: () => void;
  /** Begins to edit the last own message; false if none can be edited. */
  editLast: () => boolean;
};

/** The draft with the rules of the channel. */
export function useWriting(field: RefObject<HTMLTextAreaElement | null>): WritingModel {
  const { conversation, toEnd } = useConversationScreen();
  const { draft, actions, state } = conversation;
  const { text, replyTo, editing } = useStore(draft.writing);
  const me = useStore(useChat().me);
  const mayWriteAt = useConversation(({ role, mayWriteAt }) => (role === 'moderator' ? 0 : mayWriteAt));
  const now = useNowUntil(mayWriteAt);
  const [isSaving, setSaving] = useState(false);
  const count = [...text.trim()].length;
  const isEditing = editing !== undefined;
  const maySubmit = count > 0 && count <= longestMessage && !isSaving && (isEditing || mayWriteAt <= now);

  async function save(id: string): Promise<void> {
    setSaving(true);
    const isSaved = conversation.messageOf(id)?.text === text.trim() || (await actions.edit(id, text));
    setSaving(false);
    // The person may have gone on writing, or begun something else, while the server was asked.
    const now = draft.writing.get();
    if (isSaved && now.editing === id && now.text === text) draft.clear();
  }
  function submit(): void {
    if (!maySubmit) return;
    if (isEditing) {
      void save(editing);
      return;
    }
    conversation.send(text, replyTo);
    draft.clear();
    toEnd();
  }
  function insert(emoji: string): void {
    const element = field.current;
    const start = element?.selectionStart ?? text.length;
    const end = element?.selectionEnd ?? text.length;
    draft.write(text.slice(0, start) + emoji + text.slice(end));
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(start + emoji.length, start + emoji.length);
    });
  }
  function editLast(): boolean {
    const own = state.get().messages.findLast((message) => message.userId === me?.id);
    if (isEditing || !own || !isEditable(own, state.get().role, serverClock.now())) return false;
    draft.edit(own.id, own.text);
    return true;
  }
  function cancel(): void {
    if (isEditing) draft.clear();
    else draft.replyTo(undefined);
  }
  return {
    value: text,
    count,
    isEditing,
    isAbout: isEditing || replyTo !== undefined,
    maySubmit,
    write: (next) => draft.write(next),
    insert,
    submit,
    cancel,
    editLast,
  };
}
