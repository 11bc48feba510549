import { plainName } from '../../../kit/plain-name.ts';
import type { Person } from './people.ts';

/** `moderator`: somebody who is not a moderator has the name of one; `person`: another person has the same name. */
export type Namesake = 'moderator' | 'person';

type Named = Pick<Person, 'id' | 'name' | 'role'>;

/** Small Cyrillic letters, and below each the Latin one that looks like it or like its capital. */
const cyrillic = 'авеёкмнорстухіѕј';
const latin = 'abeekmhopctyxisj';

/** The same for names that look alike. */
function keyOf({ name }: Named): string {
  const visible = plainName(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
  const letters = [...visible.normalize('NFKC').toLowerCase()];
  return letters.map((letter) => latin[cyrillic.indexOf(letter)] ?? letter).join('');
}

/** The people whose name does not tell who they are, by id. A moderator whose name a participant takes is not one. */
export function namesakesOf(people: readonly Named[]): ReadonlyMap<string, Namesake> {
  const found = new Map<string, Namesake>();
  const groups = new Map<string, Named[]>();
  for (const person of people) groups.set(keyOf(person), [...(groups.get(keyOf(person)) ?? []), person]);
  for (const group of groups.values()) {
    const moderators = group.filter(({ role }) => role === 'moderator');
    if (moderators.length > 1) for (const { id } of moderators) found.set(id, 'person');
    if (group.length === 1) continue;
    for (const { id, role } of group) {
      if (role !== 'moderator') found.set(id, moderators.length > 0 ? 'moderator' : 'person');
    }
  }
  return found;
}
