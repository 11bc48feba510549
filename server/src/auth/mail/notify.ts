import type { Mailer } from '../../platform/mail.ts';
import { type EmailOccasion, type EmailReader, writeEmail } from './emails.ts';

/** Writes to people about their account; does nothing where the installation sends no mail. */
export type Notify = (reader: EmailReader, occasion: EmailOccasion) => void;

export const createNotify =
  (mailer: Mailer | undefined, webUrl: URL): Notify =>
  (reader, occasion) =>
    mailer?.send(writeEmail(reader, occasion, webUrl));
