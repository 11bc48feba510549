const formulaOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest('[data-formula]') ?? null;

/**
 * Copies a selection with the sources of its formulas instead of the characters of their drawings. While the text is
 * read, `data-copied` shows the sources; the browser draws nothing meanwhile.
 */
export function copySources(event: ClipboardEvent): void {
  const selection = getSelection();
  const isInField = event.target instanceof Element && event.target.closest('input, textarea');
  if (!selection?.rangeCount || selection.isCollapsed || isInField || !event.clipboardData) return;
  const all = [...document.querySelectorAll('[data-formula]')];
  const selected = all.filter((one) => selection.containsNode(one, true));
  if (selected.length === 0) return;
  // A part of a formula has no source.
  const range = selection.getRangeAt(0);
  const [first, last] = [formulaOf(range.startContainer), formulaOf(range.endContainer)];
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  for (const one of selected) one.toggleAttribute('data-copied', true);
  event.clipboardData.setData('text/plain', selection.toString());
  for (const one of selected) one.removeAttribute('data-copied');
  event.preventDefault();
}
