import type { Mailer } from '../../platform/mail/mail.ts';
import { type EmailOccasion, type EmailReader, writeEmail } from './emails.ts';

/** Sends an email to a person about their account. Does nothing if the installation has no mail server. */
export type Notify = (reader: EmailReader, occasion: EmailOccasion) => void;

export const createNotify =
  (mailer: Mailer | undefined, webUrl: URL): Notify =>
  (reader, occasion) =>
    mailer?.send(writeEmail(reader, occasion, webUrl));
