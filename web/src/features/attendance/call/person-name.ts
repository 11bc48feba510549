import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import type { Attendee } from '../model/person-rows.ts';

/** The name as it may stand in a sentence. */
export function useNameOf({ name, isErased }: Pick<Attendee, 'name' | 'isErased'>): string {
  const text = useText('callReport');
  return isErased || name === null ? text.erased : plainName(name);
}
