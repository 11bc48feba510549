import type { Mailer } from '../../platform/mail/mail.ts';
import type { UserRow } from '../../users/users.ts';
import { type EmailOccasion, type EmailReader, writeEmail } from './emails.ts';

/** Sends an email to a person about their account. Does nothing if the installation has no mail server. */
export type Notify = (reader: EmailReader, occasion: EmailOccasion) => void;

/** Addresses an email that no request of the person causes: it is in the language of their last sign-in. */
export const readerOf = ({ email, username, language }: UserRow): EmailReader => ({
  email,
  username,
  acceptLanguage: language ?? '',
});

export const createNotify =
  (mailer: Mailer | undefined, webUrl: URL): Notify =>
  (reader, occasion) =>
    mailer?.send(writeEmail(reader, occasion, webUrl));
