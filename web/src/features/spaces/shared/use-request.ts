import { useText } from '../../../i18n/language.ts';
import { type Submit, useSubmit } from '../../../panel/use-submit.ts';

type Send = () => Promise<unknown>;

export type Request = {
  /** Does it, and says whether it was done. */
  act: (send: Send) => Promise<boolean>;
  isBusy: boolean;
  /** What the server refused, in a sentence. */
  trouble: string | undefined;
  /** What the server says about a field. */
  fault: Submit<[Send]>['fault'];
  /** Every field that the server speaks of. */
  fields: Record<string, string>;
};

/** A change that the reader asks for: one at a time, with a sentence when it did not work. */
export function useRequest(): Request {
  const text = useText('spaceRefusals');
  const { run, isBusy, sentence, fault, problem } = useSubmit((send: Send) => send(), text);
  return { act: run, isBusy, trouble: sentence, fault, fields: problem?.fields ?? {} };
}
