import { useCallback, useRef } from 'react';
import { useText } from '../i18n/language.ts';
import { useRun } from '../ui/use-run.ts';
import { problemText } from './problem-text.ts';
import { type RequestProblem, requestProblemOf } from './request-problem.ts';

export type Submit<A extends unknown[]> = {
  /** Resolves to whether the request succeeded. While one runs, another call does nothing. */
  run: (...values: A) => Promise<boolean>;
  isBusy: boolean;
  /** The request succeeded, and nothing was changed since (`touch`). */
  isDone: boolean;
  problem: RequestProblem | undefined;
  /** The message for the whole form, unless the problem concerns fields only. */
  sentence: string | undefined;
  /** The fault of a field: the page's text for it, or the server's. */
  fault: (field: string, words?: string) => string | undefined;
  /** Call this when the person edits: it clears the last result. */
  touch: () => void;
};

/** A request of a form or a button, one at a time, and its result as text. */
export function useSubmit<A extends unknown[]>(
  act: (...values: A) => Promise<unknown>,
  own: Record<string, string> = {},
): Submit<A> {
  const text = useText('problems');
  const { run: runOne, isBusy, result, forget: touch } = useRun<{ problem: RequestProblem | undefined }>();
  const latest = useRef({ act, own });
  latest.current = { act, own };
  const run = useCallback(
    async (...values: A): Promise<boolean> => {
      const done = await runOne(async () => {
        try {
          await latest.current.act(...values);
          return { problem: undefined };
        } catch (error) {
          return { problem: requestProblemOf(error, latest.current.own) };
        }
      });
      return done !== undefined && !done.problem;
    },
    [runOne],
  );
  const problem = result?.problem;
  const isDone = result !== undefined && !problem;
  const fault = (field: string, words?: string) =>
    problem?.fields[field] === undefined ? undefined : (words ?? problem.fields[field]);
  const sentence = problem && problemText(problem, text, own);
  return { run, isBusy, isDone, problem, sentence, fault, touch };
}
