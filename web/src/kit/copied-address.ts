/** Punctuation, closing brackets and quotation marks follow an address in a text. Tokens and aliases have none. */
const tail = /[\s.,;:!?…)\]}>"'»”’*]+$/;
const head = /^[\s([{<"'«“‘*]+/;

/** The value without what followed it in a text: `abc).` is `abc`. */
export const withoutTail = (value: string): string => value.replace(tail, '');

/** The address in a copied piece of text or HTML: `<https://a.example/?b=1&amp;c=2>.` has `https://a.example/?b=1&c=2`. */
export const copiedAddress = (text: string): string =>
  withoutTail(text.replace(head, '')).replaceAll('&amp;', '&');

/** Removes a parameter from the query of an address and returns its value. `&` may have been copied as `&amp;`. */
export function takeParameter(search: URLSearchParams, name: string): string | undefined {
  const names = [name, `amp;${name}`];
  const value = names.map((one) => search.get(one)).find(Boolean) ?? undefined;
  for (const one of names) search.delete(one);
  return value;
}
