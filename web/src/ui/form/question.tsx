import { type ReactNode, useCallback, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Confirm, type Question } from './confirm.tsx';

/** Asks once before an irreversible action. Render `asked` on the page. */
export function useQuestion(): { ask: (question: Question) => void; asked: ReactNode } {
  const text = useText('ui');
  const [question, setQuestion] = useState<Question>();
  const ask = useCallback((asked: Question): void => {
    // The action may remove the button that asked: then the page's heading gets the focus.
    const returnTo = () => asked.returnTo() ?? document.querySelector<HTMLElement>('main h1');
    setQuestion({ ...asked, returnTo });
  }, []);
  return {
    ask,
    asked: <Confirm question={question} cancel={text.cancel} onClose={() => setQuestion(undefined)} />,
  };
}
