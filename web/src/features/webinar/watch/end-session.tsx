import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { codeOf } from '../../../kit/refusals.ts';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import css from './watch.module.css';

type Props = {
  onEnd: () => Promise<void>;
  /** The session is over. */
  onDone: () => void;
};

/** Ends a live session for everybody, after a question. */
export function EndSession({ onEnd, onDone }: Props) {
  const text = useText('webinarPlayer');
  const { ask, asked } = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<'idle' | 'ending' | 'failed'>('idle');
  const end = async (): Promise<void> => {
    setState('ending');
    try {
      await onEnd();
    } catch (error) {
      // Somebody else may have ended it just now.
      if (codeOf(error) !== 'session_finished') {
        setState('failed');
        return;
      }
    }
    onDone();
  };
  const askToEnd = (): void =>
    ask({
      title: text.endTitle,
      text: text.endText,
      yes: text.endYes,
      act: () => void end(),
      returnTo: () => button.current,
    });
  return (
    <>
      {state === 'failed' && (
        <Text size="md" className={css.endFailed} role="alert">
          {text.endFailed}
        </Text>
      )}
      <Row
        as="button"
        ref={button}
        inline
        fixed
        align="center"
        gap="sm"
        size="md"
        weight={550}
        nowrap
        className={css.end}
        title={text.endSession}
        disabled={state === 'ending'}
        onClick={askToEnd}
      >
        <IconPlayerStopFilled size={16} aria-hidden />
        <span className={css.endLabel}>{text.endSession}</span>
      </Row>
      {asked}
    </>
  );
}
