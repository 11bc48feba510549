import { isEmail } from '../../../../contract/email.ts';
import { createParticipant } from '../../../../contract/limits.generated.ts';
import { isPhone } from '../../../../contract/phone.ts';
import { isVisible } from '../../../../contract/printable.ts';
import type { EntryForm, FieldName } from '../../models/visit/enter.ts';
import type { EntryField } from '../../models/visit/fields.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';

export type EntryFault = 'missing' | 'bad';

const longestText = 1000;

/** The faults of the form before it is sent, in its order. The server checks again. */
export function entryFaultsOf(
  { isNameFixed, fields }: Pick<OpenedRoom, 'isNameFixed' | 'fields'>,
  form: EntryForm,
): Partial<Record<FieldName, EntryFault>> {
  const found: Partial<Record<FieldName, EntryFault>> = {};
  if (!isNameFixed) {
    const name = form.name.trim();
    if (!isVisible(name)) found.name = 'missing';
    else if ([...name].length > createParticipant.name) found.name = 'bad';
  }
  for (const { key, kind, isRequired } of fields) {
    const value = form[key]?.trim() ?? '';
    if (value === '') {
      if (isRequired) found[key] = 'missing';
    } else if (!looksRight[kind](value)) {
      found[key] = 'bad';
    }
  }
  return found;
}

const looksRight: Record<EntryField['kind'], (value: string) => boolean> = {
  email: isEmail,
  phone: isPhone,
  text: (value) => [...value].length <= longestText,
};
