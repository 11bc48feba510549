import { useText } from '../../../i18n/language.ts';
import { type Submit, useSubmit } from '../../../panel/use-submit.ts';
import { deedMessages } from './deed-messages.ts';

type Deed = () => Promise<unknown>;

export type Act = {
  /** Does it, and says whether it was done. */
  act: (deed: Deed) => Promise<boolean>;
  isBusy: boolean;
  /** What the server refused, in a sentence. */
  trouble: string | undefined;
  /** What the server says about a field. */
  fault: Submit<[Deed]>['fault'];
  /** Every field that the server speaks of. */
  fields: Record<string, string>;
};

/** A change that the reader asks for: one at a time, with a sentence when it did not work. */
export function useAct(): Act {
  const text = useText(deedMessages);
  const { run, isBusy, sentence, fault, trouble } = useSubmit((deed: Deed) => deed(), text);
  return { act: run, isBusy, trouble: sentence, fault, fields: trouble?.fields ?? {} };
}
