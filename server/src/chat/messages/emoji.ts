const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const shown = /\p{Extended_Pictographic}|\p{Emoji_Modifier_Base}/u;
const flag = /^\p{Regional_Indicator}{2}$/u;
const keycap = /^[0-9#*]\uFE0F?\u20E3$/u;
const parts = /^[\p{Emoji}\p{Emoji_Component}]+$/u;

/** Whether the text is one visible emoji. A flag, keycap, skin tone or family counts as one. */
export function isEmoji(text: string): boolean {
  if (!text.isWellFormed() || [...graphemes.segment(text)].length !== 1) return false;
  return flag.test(text) || keycap.test(text) || (parts.test(text) && shown.test(text));
}
