/** Moves the focus to the first of these fields of the form. Returns whether there was one. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): boolean {
  const field = [...form.elements].find(
    (element): element is HTMLInputElement | HTMLSelectElement =>
      (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) &&
      names.includes(element.name),
  );
  field?.focus();
  return field !== undefined;
}
