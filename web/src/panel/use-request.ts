import { useText } from '../i18n/language.ts';
import { useSubmit } from './use-submit.ts';

type Send = () => Promise<unknown>;

export type Request = {
  /** Runs the request, and resolves to whether it succeeded. */
  act: (send: Send) => Promise<boolean>;
  isBusy: boolean;
  /** The refusal as a sentence. */
  trouble: string | undefined;
};

/** A change by the reader: one request at a time, with a sentence for a failure. */
export function useRequest(): Request {
  const text = useText('spaceRefusals');
  const { run, isBusy, sentence } = useSubmit((send: Send) => send(), text);
  return { act: run, isBusy, trouble: sentence };
}
