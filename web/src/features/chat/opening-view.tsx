import { Button } from '@mantine/core';
import { IconArrowUp, IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Opening } from '../../models/chat/direct-opening.ts';
import { longestMessage } from '../../models/chat/draft.ts';
import { useChat } from '../../room/chat-context.ts';
import composer from './composer/composer.module.css';
import { LengthRule } from './composer/composer.tsx';
import states from './conversation-states.module.css';
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
      <div className={states.state} role={opening.hasFailed ? 'alert' : 'status'}>
        <IconLock size={32} stroke={1.5} aria-hidden />
        <p className={states.title}>{opening.hasFailed ? text.openingFailed(name) : text.opening(name)}</p>
        <p className={states.hint}>
          {opening.hasFailed ? text.openingFailedHint : opening.isSent ? text.sendsWhenOpen : text.onlyYou}
        </p>
        {opening.hasFailed && <Retry />}
        <Button variant="subtle" onClick={() => chat.opening.cancel()}>
          {text.backToEverybody}
        </Button>
      </div>
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
  const submit = (): void => {
    if (maySubmit) chat.opening.submit();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  const hint = text.writeTo(name);
  const count = [...opening.text.trim()].length;
  const maySubmit = !opening.hasFailed && !opening.isSent && count > 0 && count <= longestMessage;
  return (
    <div className={composer.composer}>
      <LengthRule count={count} />
      <div className={composer.field}>
        <textarea
          ref={field}
          className={composer.text}
          rows={1}
          dir="auto"
          aria-label={hint}
          placeholder={hint}
          enterKeyHint="send"
          readOnly={opening.isSent}
          value={opening.text}
          onChange={(event) => chat.opening.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={() => onFocus(true)}
          onBlur={() => onFocus(false)}
        />
        <button
          type="button"
          className={composer.send}
          aria-label={text.send}
          disabled={!maySubmit}
          onClick={submit}
        >
          <IconArrowUp size={20} stroke={2.25} aria-hidden />
        </button>
      </div>
    </div>
  );
}
