import { emailRecipientsOf } from '../../../calls/calls.ts';
import { after, seconds, serverTimeZone } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type EmailWriter, queueEmails } from '../../../platform/mail/outbox.ts';
import { brandOfSpace } from '../../../spaces/spaces.ts';
import { callTotalsOf } from './totals.ts';
import { writeAttendanceEmail } from './write.ts';

/** After a day, an email about a call only surprises. */
const sentWithinSeconds = 24 * 3600;

/** In the transaction that ends a call: queues its email for everybody who gets it by the room's setting. */
export async function queueAttendanceEmails(
  trx: Db,
  { id: callId, roomId }: { id: string; roomId: string },
): Promise<void> {
  const recipients = await emailRecipientsOf(trx, { roomId });
  const emails = recipients.map(({ userId }) => ({
    id: `attendance.${callId}.${userId}`,
    kind: 'attendance' as const,
    ...{ roomId, callId, userId },
  }));
  await queueEmails(trx, emails, after(seconds(sentWithinSeconds)));
}

/** Writes the email with what is true when it is sent: the recipient's rights, the room's setting, erased people. */
export const attendanceEmailWriter =
  (webUrl: URL): EmailWriter =>
  async (db, { roomId, callId, userId }) => {
    if (callId === null || userId === null) return { droppedBecause: 'it names no call or no account' };
    const [recipient] = await emailRecipientsOf(db, { roomId, userId });
    if (!recipient) return { droppedBecause: 'the room no longer sends it to this account' };
    const { spaceId } = recipient;
    const totals = await callTotalsOf(db, { spaceId, callId });
    if ('droppedBecause' in totals) return totals;
    const place = { spaceId, roomId, callId };
    const brand = await brandOfSpace(db, webUrl, spaceId);
    return writeAttendanceEmail({ recipient, totals, place, webUrl, zone: serverTimeZone(), brand });
  };
