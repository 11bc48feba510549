import type { Question } from '../ui/form/confirm.tsx';
import { DialogError } from '../ui/form/dialog.tsx';
import { useQuestion } from '../ui/form/question.tsx';
import { useRequest } from './use-request.ts';

export type ReturnTo = Question['returnTo'];

type Asked = Omit<Question, 'act'> & {
  send: (isOptionChecked: boolean) => Promise<unknown>;
  /** Called after the request. */
  onEnd?: (isDone: boolean) => void;
};

/** Makes changes, some of them after a question; `own` has sentences for refusals. */
export function useConfirmed(own?: Record<string, string>) {
  const { ask, asked } = useQuestion();
  const { act, isBusy, trouble } = useRequest(own);
  return {
    act,
    isBusy,
    /** Sends a request after the reader has confirmed it. */
    confirm: ({ send, onEnd, ...question }: Asked): void =>
      ask({ ...question, act: (isChecked) => void act(() => send(isChecked)).then(onEnd) }),
    /** The refusal of the last request, and the question. To be rendered above what is changed. */
    shown: (
      <>
        <DialogError>{trouble}</DialogError>
        {asked}
      </>
    ),
  };
}
