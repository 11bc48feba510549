import { IconX } from '@tabler/icons-react';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useChat } from '../../../room/chat-context.ts';
import { Pill, Row, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { WarningLine } from '../../../ui/parts/warning-line.tsx';
import { useLasting } from '../../../ui/use-lasting.ts';
import { useStore } from '../../../ui/use-store.ts';
import css from '../bars.module.css';
import { useConversation, useConversationScreen } from '../conversation-screen.ts';
import { useSave } from './use-save.ts';

const quickly = 1_000;

/** Above the message field: how far a long saving is, or why it failed. */
export function SavingLine() {
  const text = useText('chatTools');
  const words = useText('chat');
  const chat = useChat();
  const { conversation } = useConversationScreen();
  const saving = useStore(chat.saving.state);
  const isHere = saving?.conversation === conversation;
  const failure = isHere ? saving.failure : undefined;
  const isLong = useLasting(isHere && failure === undefined, quickly);
  const again = useSave(conversation);
  const close = (): void => chat.saving.cancel();
  return (
    <>
      <div role="status">{isLong && <Progress onCancel={close} />}</div>
      <WarningLine text={failure && text.notSaved(failure)}>
        <Pill fixed weight={600} tall={36} frame="current" onClick={again}>
          {words.tryAgain}
        </Pill>
        <IconButton icon={IconX} size={40} className={css.icon} aria-label={words.dismiss} onClick={close} />
      </WarningLine>
    </>
  );
}

function Progress({ onCancel }: { onCancel: () => void }) {
  const text = useText('chatTools');
  const { cancel } = useText('chat');
  const language = useLanguage();
  const count = useConversation(({ messages }) => messages.length);
  return (
    <Row align="center" gap="sm" mb="sm" size="md" className={panel.inset}>
      <Text as="span" grow leading={1.35}>
        {text.saving} {/* A screen reader would read each number. */}
        <Text as="span" dim tabular aria-hidden>
          {numberFormat(language).format(count)}
        </Text>
      </Text>
      <Pill fixed weight={600} tall={36} frame="current" onClick={onCancel}>
        {cancel}
      </Pill>
    </Row>
  );
}
