import type { Body } from '../../../../contract/routes.ts';
import { nameFault, type TextFault } from '../text-rules.ts';

type NewLink = Body<'generateAccess'>;

/** A link while it is being created. */
export type LinkDraft = {
  username: string;
  role: NewLink['role'];
  /** In seconds. */
  ttl: number;
  isPermanent: boolean;
  email: string;
  phone: string;
  externalUserId: string;
  externalMeetingId: string;
};

const hour = 3_600;
const day = 24 * hour;

/** The offered lifetimes of links and invitations, in seconds. */
export const linkLifetimes: readonly number[] = [hour, 3 * hour, 8 * hour, day, 3 * day, 5 * day];
export const inviteLifetimes: readonly number[] = [day, 7 * day, 30 * day, 90 * day];
export const usualInviteLifetime = 30 * day;

const longestLinkName = 100;

export const emptyLink: LinkDraft = {
  username: '',
  role: 'user',
  ttl: day,
  isPermanent: false,
  email: '',
  phone: '',
  externalUserId: '',
  externalMeetingId: '',
};

const patterns = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  phone: /^\+?[0-9 ()-]{3,32}$/,
  externalUserId: /^[A-Za-z0-9._:@-]{1,128}$/,
  externalMeetingId: /^[A-Za-z0-9._:@-]{1,128}$/,
};
type Optional = keyof typeof patterns;
const optionals = Object.keys(patterns) as Optional[];

export type LinkFaults = Partial<Record<'username' | Optional, TextFault>>;

export function linkFaults(draft: LinkDraft): LinkFaults {
  const faults: LinkFaults = {};
  const name = nameFault(draft.username, longestLinkName);
  if (name) faults.username = name;
  for (const key of optionals) {
    const written = draft[key].trim();
    if (written !== '' && !patterns[key].test(written)) faults[key] = 'bad';
  }
  return faults;
}

/** Empty fields are not sent. */
export function linkOf(draft: LinkDraft): NewLink {
  const link: NewLink = {
    username: draft.username.trim(),
    role: draft.role,
    ttl: draft.ttl,
    isPermanent: draft.isPermanent,
  };
  for (const key of optionals) {
    const written = draft[key].trim();
    if (written !== '') link[key] = written;
  }
  return link;
}
