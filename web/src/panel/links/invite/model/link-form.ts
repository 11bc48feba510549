import { isEmail } from '../../../../../../contract/email.ts';
import { generateAccess } from '../../../../../../contract/limits.generated.ts';
import { isPhone } from '../../../../../../contract/phone.ts';
import { isExternalId } from '../../../../../../contract/printable.ts';
import type { Body } from '../../../../../../contract/routes.ts';
import { nameFault, type TextFault } from '../../../text-rules.ts';

type NewLink = Body<'generateAccess'>;

/** A link while it is being created. */
export type LinkDraft = {
  /** The name of the person, or the label of a link for several people. */
  username: string;
  role: NewLink['role'];
  /** How long it is valid, in seconds. */
  lasts: number;
  isPermanent: boolean;
  isNameAsked: boolean;
  email: string;
  phone: string;
  externalUserId: string;
  externalMeetingId: string;
};

const hour = 3_600;
const day = 24 * hour;

/** The offered lifetimes of links and invitations, in seconds. */
export const linkLifetimes: readonly number[] = [
  ...[hour, 3 * hour, 8 * hour, day, 3 * day, 7 * day],
  ...[30 * day, 90 * day, 180 * day, 365 * day],
];
export const inviteLifetimes: readonly number[] = [day, 7 * day, 30 * day, 90 * day];
export const usualInviteLifetime = 30 * day;
/** Until the end of most courses, for links of every kind. */
export const usualLinkLifetime = 90 * day;

/** The longest lifetime that `ttl` takes; a longer one is sent as a moment. */
const longestTtl = 5 * day;

export const emptyLink: LinkDraft = {
  username: '',
  role: 'user',
  lasts: usualLinkLifetime,
  isPermanent: false,
  isNameAsked: false,
  email: '',
  phone: '',
  externalUserId: '',
  externalMeetingId: '',
};

/** A link by which everyone of a class or a group enters under a name of their own. */
export const linkForEveryone = (label: string): LinkDraft => ({
  ...emptyLink,
  username: [...label].slice(0, generateAccess.username).join(''),
  isPermanent: true,
  isNameAsked: true,
});

const rules = {
  email: isEmail,
  phone: isPhone,
  externalUserId: isExternalId,
  externalMeetingId: isExternalId,
};
type Optional = keyof typeof rules;
const optionals = Object.keys(rules) as Optional[];

type LinkFaults = Partial<Record<'username' | Optional, TextFault>>;

export function linkFaults(draft: Pick<LinkDraft, 'username' | Optional>): LinkFaults {
  const faults: LinkFaults = {};
  const name = nameFault(draft.username, generateAccess.username);
  if (name) faults.username = name;
  for (const key of optionals) {
    const written = draft[key].trim();
    if (written !== '' && !rules[key](written)) faults[key] = 'bad';
  }
  return faults;
}

/** Until when a link is valid that is created now. */
export const expiryOf = (lasts: number, now = Date.now()): Pick<NewLink, 'ttl' | 'expiresAt'> =>
  lasts <= longestTtl ? { ttl: lasts } : { expiresAt: new Date(now + lasts * 1000).toISOString() };

/** Empty fields are not sent. */
export function linkOf(draft: LinkDraft, now = Date.now()): NewLink {
  const link: NewLink = {
    username: draft.username.trim(),
    role: draft.role,
    ...expiryOf(draft.lasts, now),
    isPermanent: draft.isPermanent,
    isNameAsked: draft.isNameAsked,
  };
  for (const key of optionals) {
    const written = draft[key].trim();
    if (written !== '') link[key] = written;
  }
  return link;
}
