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

/**
 * A change by the reader: one request at a time, with a sentence for a failure.
 *
 * @param own sentences of the page for codes that mean something special there
 */
export function useRequest(own: Record<string, string> = {}): Request {
  const text = useText('spaceRefusals');
  const { run, isBusy, sentence } = useSubmit((send: Send) => send(), { ...text, ...own });
  return { act: run, isBusy, trouble: sentence };
}
