// No schemas, so that the page has these rules, too.

/** Control characters and line separators, as part of a character class. */
const control = '\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029';
/** Blank characters beyond the 65,536th: without the flag `u` an expression with such a range does not compile. */
const supplementaryBlank = '\u{1BCA0}-\u{1BCA3}\u{1D159}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}';
/** Spaces, fillers and format characters, which show nothing; most are Unicode's Default_Ignorable_Code_Point. */
const blank = [
  ' \\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F\\u202A-\\u202F',
  '\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB',
  supplementaryBlank,
].join('');

/** A character that shows something. */
export const visible = `[^${blank}${control}]`;
/** A pattern without those ranges, for clients that compile it without the flag `u`. It accepts a few blank texts that the server refuses. */
export const publishedPattern = (pattern: string): string => pattern.replaceAll(supplementaryBlank, '');
const visibleExpression = new RegExp(visible, 'u');

/** Does the text show something? */
export const isVisible = (text: string): boolean => visibleExpression.test(text);

/** An identifier of the integrator's; what precedes its first visible character is blank, so that no search backtracks. */
export const externalIdPattern = `^[${blank}]*${visible}[^${control}]*$`;
export const longestExternalId = 256;
const externalIdExpression = new RegExp(externalIdPattern, 'u');

/** Is it an identifier of the integrator's, as the interface accepts it? */
export const isExternalId = (text: string): boolean =>
  [...text].length <= longestExternalId && externalIdExpression.test(text);
