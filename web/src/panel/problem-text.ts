import type { Texts } from '../i18n/texts.ts';
import type { RequestProblem } from './request-problem.ts';

/** One sentence about a failed request; `own` are texts of the page for codes that mean something special there. */
export function problemText(
  { code, wait, sentence }: RequestProblem,
  text: Texts['problems'],
  own: Record<string, string> = {},
): string {
  const mine = own[code];
  if (mine) return mine;
  if (code === 'rate_limited' && wait) {
    return wait < 90 ? text.tooManySeconds(Math.ceil(wait)) : text.tooManyMinutes(Math.ceil(wait / 60));
  }
  const known = text[code as keyof typeof text];
  return typeof known === 'string' ? known : sentence;
}
