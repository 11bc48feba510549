import type { EntryForm, FieldName } from '../../visit/enter.ts';
import type { Welcome } from '../../visit/open.ts';

export type Fault = 'missing' | 'bad';

/** What is wrong with the form before it is sent; the server has the last word. */
export function faults(welcome: Welcome, form: EntryForm): Partial<Record<FieldName, Fault>> {
  const found: Partial<Record<FieldName, Fault>> = {};
  if (!welcome.isNameFixed) {
    const name = form.name.trim();
    if (name === '') found.name = 'missing';
    else if ([...name].length > 100) found.name = 'bad';
  }
  for (const { slug, required } of welcome.fields) {
    const value = form[slug]?.trim() ?? '';
    if (value === '') {
      if (required) found[slug] = 'missing';
    } else if (!patterns[slug].test(value)) {
      found[slug] = 'bad';
    }
  }
  return found;
}

const patterns = { email: /^[^\s@]+@[^\s@]+$/, phone: /^\+?[0-9 ()-]{3,32}$/ };
