import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { CopyField } from '../../../ui/parts/copy.tsx';
import { minuteTime } from '../../../ui/times.ts';
import { useApi } from '../../context.ts';
import { Quiet } from '../../quiet.tsx';
import { SendByEmail } from '../../send-by-email.tsx';
import { placeOf, type SharedRoom } from '../shared-room.ts';
import type { LinkDraft } from './model/link-form.ts';
import { QrPart } from './qr-part.tsx';

export type MadeLink = { link: Answer<'generateAccess'>; draft: LinkDraft };

/** A new link, to copy, show or print. */
export function LinkMade({ link, draft, room }: MadeLink & { room: SharedRoom }) {
  const text = useText('links');
  const language = useLanguage();
  const api = useApi();
  const until = minuteTime(new Date(link.expiresAt), language);
  const name = plainName(draft.username);
  return (
    <>
      <CopyField value={link.url} label={text.link} />
      <SendByEmail
        email={draft.email.trim()}
        send={(email) => api.sendAccessLink({ ...placeOf(room), linkId: link.id, body: { email } })}
      />
      <Quiet>{draft.isPermanent ? text.madeMany(until) : text.madeOne({ name, until })}</Quiet>
      <QrPart room={room} url={link.url} name={name} />
    </>
  );
}
