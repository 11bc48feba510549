import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import type { Origin } from '../../platform/http/endpoint.ts';
import { withoutLinks } from '../../platform/mail/layout.ts';
import { ownUser } from '../../users/users.ts';
import type { AttemptLimits } from '../attempts/attempts.ts';
import type { EmailOccasion, Notify } from './emails.ts';

export interface InvitationParts {
  attempts: AttemptLimits;
  notify: Notify;
  sendsMail: boolean;
}

interface InvitationEmail {
  db: Db;
  caller: Caller;
  origin: Origin;
  /** The name is empty if it is not known. */
  to: { email: string; username: string };
}

/**
 * Sends an invitation or a link to somebody who may have no account, in the language of the request. The limits hold
 * for the account that sends it, for its network address and for the recipient, because the recipient did not ask for
 * the email.
 * @throws Refusal 409 `mail_off`; 429
 */
export async function emailInvitation(
  { attempts, notify, sendsMail }: InvitationParts,
  { db, caller, origin: { ip, acceptLanguage }, to }: InvitationEmail,
  occasionOf: (inviter: string) => EmailOccasion,
): Promise<void> {
  if (!sendsMail) refuse('mail_off');
  const { id, username } = await ownUser({ db, caller });
  await attempts.take(db, { kind: 'invite-email', account: id, ip });
  await attempts.take(db, { kind: 'invite-email-to', account: to.email, ip: '' });
  notify({ email: to.email, username: withoutLinks(to.username), acceptLanguage }, occasionOf(username));
}
