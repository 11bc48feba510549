import { useText } from '../../i18n/language.ts';
import { Text } from '../../ui/layout/layout.tsx';
import panel from '../../ui/parts/panel.module.css';
import { useConversation } from './conversation-screen.ts';

/** Below the messages while all are from earlier calls; later a line among them says where this call begins. */
export function EarlierCalls() {
  const text = useText('chat');
  const current = useConversation(({ calls }) => calls.current);
  const newest = useConversation(({ messages }) => messages.at(-1)?.createdAt);
  const isPending = useConversation(({ pending }) => pending.length > 0);
  const areEarlier =
    current !== undefined && newest !== undefined && Date.parse(newest) < current && !isPending;
  if (!areEarlier) return null;
  return (
    <Text size="sm" dim center mb="sm" className={panel.inset}>
      {text.earlierCalls}
    </Text>
  );
}
