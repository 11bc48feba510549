import { useText } from '../../../i18n/language.ts';
import type { Pending } from '../../../models/chat/outbox.ts';
import type { Message } from '../../../models/chat/types.ts';
import { useChat } from '../../../room/chat-context.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { secondsUntil, useNowUntil } from '../../../ui/use-now-until.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useAuthors, useConversationScreen } from '../conversation-screen.ts';
import { refusalText } from '../refusal-text.ts';
import css from './message-row.module.css';
import { AuthorName, Quote } from './message-row.tsx';
import { RichText } from './rich-text.tsx';
import { keyOfPending } from './rows.ts';

type Props = { pending: Pending; before: Pending | Message | undefined };

/** An own message that is being sent, rendered as it will be in the channel. */
export function PendingRow({ pending, before }: Props) {
  const me = useStore(useChat().me);
  const author = useAuthors()({ userId: me?.id ?? null, meta: null });
  const isHead = !before || ('userId' in before && before.userId !== me?.id);
  return (
    <Row
      as="article"
      className={`${css.row} ${css.pending}`}
      data-head={isHead || undefined}
      aria-busy={pending.state !== 'refused'}
    >
      <Row fixed justify="center" className={css.gutter}>
        {isHead && <Avatar name={author.fullName} seed={author.seed} size={32} />}
      </Row>
      <Text as="div" grow>
        {isHead && (
          <Row leading={1.35}>
            <AuthorName>{author.name}</AuthorName>
          </Row>
        )}
        {pending.replyTo && <Quote messageId={pending.replyTo} />}
        <RichText text={pending.text} isEdited={false} rowKey={keyOfPending(pending)} />
        <State pending={pending} />
      </Text>
    </Row>
  );
}

function State({ pending }: { pending: Pending }) {
  const text = useText('chat');
  const words = useText('chatRefusals');
  const { conversation, write } = useConversationScreen();
  const now = useNowUntil(pending.until ?? 0);
  const { clientMessageId: name, state } = pending;
  const edit = (): void => {
    const taken = conversation.outbox.discard(name);
    if (taken) conversation.draft.restore(taken.text, taken.replyTo);
    write();
  };
  if (state === 'sending' || state === 'sent') return null;
  return (
    <Row align="center" gap="xs md" wrap size="sm" dim={state !== 'refused'} tone="danger">
      <span>
        {state === 'refused' && refusalText(words, pending.reason ?? 'other')}
        {state === 'unreached' && text.waiting}
        {state === 'held' && text.heldFor(secondsUntil(pending.until ?? now, now))}
      </span>
      {state === 'refused' && (
        <>
          <Choice onClick={edit}>{text.edit}</Choice>
          <Choice onClick={() => conversation.outbox.retry(name)}>{text.tryAgain}</Choice>
        </>
      )}
      <Choice onClick={() => conversation.outbox.discard(name)}>{text.discard}</Choice>
    </Row>
  );
}

const Choice = (props: { onClick: () => void; children: string }) => (
  <Text as="button" weight={600} tone="accent" tall={32} underline="hover" {...props} />
);
