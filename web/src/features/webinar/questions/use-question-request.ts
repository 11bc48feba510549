import { useCallback } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { RefusalCode } from '../../../models/polls/polls.ts';
import { useRun } from '../../../ui/use-run.ts';

type QuestionRequest = {
  /** Resolves to whether it succeeded. */
  act: (request: () => Promise<RefusalCode>) => Promise<boolean>;
  isBusy: boolean;
  /** The problem as text. */
  trouble: string | undefined;
  forget: () => void;
};

/** A request of a button: one at a time, with its problem. */
export function useQuestionRequest(): QuestionRequest {
  const texts = useText('questionRefusals');
  const { run, isBusy, result, forget } = useRun<{ code: RefusalCode }>();
  const act: QuestionRequest['act'] = useCallback(
    async (request) => {
      const done = await run(async () => ({ code: await request() }));
      return done !== undefined && done.code === undefined;
    },
    [run],
  );
  const code = result?.code;
  const trouble =
    code === undefined ? undefined : code in texts ? texts[code as keyof typeof texts] : texts.other;
  return { act, isBusy, trouble, forget };
}
