import { useCallback } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { RefusalCode } from '../../models/polls/polls.ts';
import { useRun } from '../../ui/use-run.ts';

type PollRequest = {
  act: (request: () => Promise<RefusalCode>) => Promise<boolean>;
  isBusy: boolean;
  /** The problem as text. */
  trouble: string | undefined;
  forget: () => void;
};

/** A request of a button: one at a time, with its problem. */
export function usePollRequest(): PollRequest {
  const texts = useText('pollRefusals');
  const { run, isBusy, result, forget } = useRun<{ code: RefusalCode }>();
  const act: PollRequest['act'] = useCallback(
    async (request) => {
      const done = await run(async () => ({ code: await request() }));
      return done !== undefined && done.code === undefined;
    },
    [run],
  );
  return { act, isBusy, trouble: result?.code && refusalText(texts, result.code), forget };
}

function refusalText(texts: Texts['pollRefusals'], code: string): string {
  return code in texts ? texts[code as keyof typeof texts] : texts.other;
}
