import { useText } from '../../../i18n/language.ts';
import type { Notice } from '../../../models/call/notices.ts';
import { useChat } from '../../../room/chat-context.ts';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import { useCall } from '../call-context.ts';
import { NoticeButton } from './notice-button.tsx';

type Props = { notice: Extract<Notice, { kind: 'private-message' }> };

/** Opens the private conversation of the notice; its message field takes the focus. */
export function ReplyButton({ notice: { id, conversationId } }: Props) {
  const text = useText('privateNotice');
  const chat = useChat();
  const { notices } = useCall();
  const panel = useSidePanelControl();
  const reply = (): void => {
    const conversation = chat.directs.get().find((direct) => direct.id === conversationId);
    if (conversation) chat.show(conversation);
    panel.show('chat');
    notices.dismiss(id);
  };
  return <NoticeButton onClick={reply}>{text.reply}</NoticeButton>;
}
