import { pages, pathTo, pathToRoomPart } from '../../../../contract/pages.ts';
import { type EmailRecipient, emailRecipientsOf } from '../../calls/calls.ts';
import { after, seconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  asHtml,
  type EmailBrand,
  inOneLine,
  linkOf,
  pageOf,
  paragraphOf,
} from '../../platform/mail/layout.ts';
import type { OutgoingEmail } from '../../platform/mail/mail.ts';
import { type EmailWriter, queueEmails } from '../../platform/mail/outbox.ts';
import { texts } from '../../platform/texts/compiled/index.ts';
import { addressOfPage } from '../../platform/web-address.ts';
import { roomById } from '../../rooms/rooms.ts';
import { brandOfSpace } from '../../spaces/spaces.ts';
import { findRecord, type RecordRow } from '../store.ts';

/** After a day the recording is no news. */
const sentWithinSeconds = 24 * 3600;

/** In the transaction that finishes a recording: queues its email for everybody who gets emails about calls of the room. */
export async function queueRecordEmails(
  trx: Db,
  { id: recordId, roomId }: Pick<RecordRow, 'id' | 'roomId'>,
): Promise<void> {
  const recipients = await emailRecipientsOf(trx, { roomId });
  const emails = recipients.map(({ userId }) => ({
    id: `recording.${recordId}.${userId}`,
    kind: 'recording' as const,
    ...{ roomId, recordId, userId },
  }));
  await queueEmails(trx, emails, after(seconds(sentWithinSeconds)));
}

/** Writes the email with what is true when it is sent: the recipient's rights, the name, who may watch. */
export const recordEmailWriter =
  (webUrl: URL): EmailWriter =>
  async (db, { roomId, recordId, userId }) => {
    if (recordId === null || userId === null)
      return { droppedBecause: 'it names no recording or no account' };
    const [recipient] = await emailRecipientsOf(db, { roomId, userId });
    if (!recipient) return { droppedBecause: 'the room no longer sends it to this account' };
    const [record, room] = [await findRecord(db, { roomId, recordId }), await roomById(db, roomId)];
    if (!record || !room) return { droppedBecause: 'the recording is deleted' };
    const isShared = record.isWatchingAllowed ?? room.flags.isRecordWatchingAllowed;
    const brand = await brandOfSpace(db, webUrl, recipient.spaceId);
    return writeRecordEmail({ recipient, record, roomName: room.name, isShared, webUrl, brand });
  };

interface RecordEmail {
  recipient: EmailRecipient;
  record: RecordRow;
  roomName: string;
  isShared: boolean;
  webUrl: URL;
  brand: EmailBrand | undefined;
}

function writeRecordEmail(email: RecordEmail): Omit<OutgoingEmail, 'messageId'> {
  const { recipient, record, roomName, isShared, webUrl, brand } = email;
  const { spaceId, roomId, id: recordId, name, isPartial } = record;
  const language = recipient.language ?? 'en';
  const { email: common, recordingEmail: words } = texts[language];
  const subject = words.subject(inOneLine(name));
  const said = [
    common.hello(inOneLine(recipient.username)),
    [
      words.ready({ name: inOneLine(name), room: inOneLine(roomName) }),
      ...(isPartial ? [words.partial] : []),
      ...(isShared ? [words.shared] : []),
    ].join(' '),
  ];
  const watch = addressOfPage(webUrl, pathTo(pages.groupRecording, { spaceId, roomId, recordId }));
  const settings = addressOfPage(webUrl, pathToRoomPart({ spaceId, roomId }, 'general'));
  const signature = common.from(webUrl.origin);
  const text = [
    ...said,
    `${words.watch}:\n${watch}`,
    `${words.why}\n${words.turnOff}:\n${settings}`,
    signature,
  ].join('\n\n');
  const html = pageOf({ language, title: subject, brand }, [
    ...said.map(paragraphOf),
    `<p>${linkOf(words.watch, watch)}</p>`,
    `<p>${asHtml(words.why)} ${linkOf(words.turnOff, settings)}.</p>`,
    paragraphOf(signature),
  ]);
  return { to: recipient.email, subject, text: `${text}\n`, html };
}
