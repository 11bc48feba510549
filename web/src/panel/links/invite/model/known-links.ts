import { comparableEmail } from '../../../../../../contract/email.ts';
import type { AccessLink } from '../../shared-room.ts';
import type { ListedPerson } from './parse-people.ts';

const plainName = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The link that each of these people already has, by row. A person is recognized by the external id, else by the email
 * address, else by the name. Links for several people, and those that have ended, do not count.
 */
export function knownLinks(
  people: readonly ListedPerson[],
  links: readonly AccessLink[],
): Map<number, AccessLink> {
  const byKey = new Map<string, AccessLink>();
  // The newest come first and win.
  for (const link of links) {
    if (link.url === null || link.isPermanent) continue;
    for (const key of keysOf({
      ...link,
      externalUserId: link.externalUserId ?? '',
      email: link.email ?? '',
    })) {
      if (!byKey.has(key)) byKey.set(key, link);
    }
  }
  const known = new Map<number, AccessLink>();
  for (const person of people) {
    const [best = ''] = keysOf(person);
    const link = byKey.get(best);
    if (!link) continue;
    known.set(person.row, link);
    // A second person of the same name is another person.
    byKey.delete(best);
  }
  return known;
}

type Identified = Pick<ListedPerson, 'externalUserId' | 'email' | 'username'>;

/** The best key first. */
function keysOf({ externalUserId, email, username }: Identified): string[] {
  return [
    ...(externalUserId ? [`id ${externalUserId}`] : []),
    ...(email ? [`email ${comparableEmail(email)}`] : []),
    `name ${plainName(username)}`,
  ];
}
