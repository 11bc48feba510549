import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Opening } from '../../models/chat/direct-opening.ts';
import { longestMessage } from '../../models/chat/draft.ts';
import { useChat } from '../../room/chat-context.ts';
import composer from './composer/composer.module.css';
import { LengthRule } from './composer/composer.tsx';
import { MessageField } from './composer/message-field.tsx';
import { State } from './conversation-states.tsx';
import { useFirstFocus } from './use-first-focus.ts';

type Props = {
  opening: Opening;
  /** Called when the person leaves or enters the message field. */
  onFocus: (isInside: boolean) => void;
};

/** A private conversation before the server has opened it: its message field addresses the person already. */
export function OpeningView({ opening, onFocus }: Props) {
  const text = useText('directs');
  const chat = useChat();
  const name = plainName(opening.name);
  return (
    <>
      <State
        icon={IconLock}
        role={opening.hasFailed ? 'alert' : 'status'}
        title={opening.hasFailed ? text.openingFailed(name) : text.opening(name)}
        hint={opening.hasFailed ? text.openingFailedHint : opening.isSent ? text.sendsWhenOpen : text.onlyYou}
      >
        {opening.hasFailed && <Retry />}
        <Button variant="subtle" onClick={() => chat.opening.cancel()}>
          {text.backToEverybody}
        </Button>
      </State>
      <Field opening={opening} name={name} onFocus={onFocus} />
    </>
  );
}

function Retry() {
  const text = useText('chat');
  const { opening } = useChat();
  return (
    <Button variant="default" onClick={() => opening.retry()}>
      {text.tryAgain}
    </Button>
  );
}

function Field({ opening, name, onFocus }: Props & { name: string }) {
  const text = useText('chat');
  const chat = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const takeFocus = useFirstFocus();
  useEffect(() => takeFocus(field.current), [takeFocus]);
  const count = [...opening.text.trim()].length;
  const maySubmit = !opening.hasFailed && !opening.isSent && count > 0 && count <= longestMessage;
  return (
    <div className={composer.composer}>
      <LengthRule count={count} />
      <MessageField
        ref={field}
        hint={text.writeTo(name)}
        readOnly={opening.isSent}
        value={opening.text}
        submitLabel={text.send}
        maySubmit={maySubmit}
        onWrite={(next) => chat.opening.write(next)}
        onSubmit={() => maySubmit && chat.opening.submit()}
        onFocus={() => onFocus(true)}
        onBlur={() => onFocus(false)}
      />
    </div>
  );
}
