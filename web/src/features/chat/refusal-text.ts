import type { Texts } from '../../i18n/texts.ts';

/** The text for a refusal of the server, by its code. */
export function refusalText(texts: Texts['chatRefusals'], code: string): string {
  return code in texts ? texts[code as keyof typeof texts] : texts.other;
}
