/**
 * The form in which names are compared in a search: without case, composed, and with one spelling of letters that have
 * several (ß and ss, ς and σ, ı and i, ё and е). `containsText` in server/src/platform/db does the same in SQL.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')
    .replaceAll('ё', 'е');

/** Does one of the texts contain the searched one? An empty search finds everything. */
export function isFoundIn(texts: readonly (string | null | undefined)[], search: string): boolean {
  const wanted = foldForSearch(search.trim());
  return texts.some((text) => foldForSearch(text ?? '').includes(wanted));
}
