import { useRef } from 'react';
import { shownEmail } from '../../../../contract/email.ts';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { LoadFailed, RowsSkeleton } from '../../ui/page/states.tsx';
import { CopyField, CopyId } from '../../ui/parts/copy.tsx';
import { Name } from '../../ui/parts/name.tsx';
import { Status } from '../../ui/parts/status.tsx';
import { TimeAgo } from '../../ui/parts/time-ago.tsx';
import { useApi } from '../context.ts';
import { RowDetail } from '../list/row.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import { isCopyable, LinkExpiry, linkTones } from './link-row.tsx';
import css from './links.module.css';
import { type AccessLink, type AccessLinkDetails, placeOf, type SharedRoom } from './shared-room.ts';

type Props = { link: AccessLink | undefined; room: SharedRoom; onClose: () => void };

/** One link: what it allows, and who used it when. */
export function LinkDetails({ link, room, onClose }: Props) {
  const text = useText('links');
  // Keep the content during the fade-out.
  const last = useRef(link);
  last.current = link ?? last.current;
  const shown = last.current;
  return (
    <Dialog
      isOpen={link !== undefined}
      title={shown ? text.details(plainName(shown.username)) : ''}
      onClose={onClose}
    >
      {shown && <Details key={shown.id} link={shown} room={room} />}
    </Dialog>
  );
}

function Details({ link, room }: { link: AccessLink; room: SharedRoom }) {
  const text = useText('links');
  const api = useApi();
  const loaded = useLoaded({
    key: ['access link', link.id],
    load: () => api.getAccessLink({ ...placeOf(room), linkId: link.id }),
  });
  if (!loaded.value) {
    return loaded.error === undefined ? <RowsSkeleton count={2} /> : <LoadFailed onAgain={loaded.reload} />;
  }
  const details = loaded.value;
  return (
    <>
      <div className={css.summary}>
        <Status tone={linkTones[link.status]}>{text[link.status]}</Status>
        <RowDetail>{text[link.role]}</RowDetail>
        <RowDetail>
          <LinkExpiry link={link} />
        </RowDetail>
      </div>
      {isCopyable(details) && <CopyField value={details.url} label={text.link} />}
      {link.isBound && <p className={css.quiet}>{text.bound}</p>}
      <section>
        <h3 className={css.title}>{text.whoCame}</h3>
        {details.entries.length === 0 ? (
          <p className={css.quiet}>{text.nobodyYet}</p>
        ) : (
          <ul className={css.entries}>
            {details.entries.map((entry) => (
              <Entry key={entry.participantId} entry={entry} kind={room.kind} />
            ))}
          </ul>
        )}
      </section>
      <Ids link={link} />
    </>
  );
}

type EntryProps = { entry: AccessLinkDetails['entries'][number]; kind: SharedRoom['kind'] };

function Entry({ entry, kind }: EntryProps) {
  const text = useText('links');
  const own = text.of[kind];
  return (
    <li className={css.entry}>
      <Name>{entry.name}</Name>
      <span className={css.times}>
        {entry.firstEntryAt ? (
          <>
            {text.cameAt} <TimeAgo at={entry.firstEntryAt} />
          </>
        ) : (
          own.notEntered
        )}
        {entry.isPresent && <Status tone="good">{own.isHere}</Status>}
        {!entry.isPresent && entry.lastExitAt && (
          <>
            {text.leftAt} <TimeAgo at={entry.lastExitAt} />
          </>
        )}
      </span>
    </li>
  );
}

function Ids({ link }: { link: AccessLink }) {
  const text = useText('links');
  const facts = [
    [text.linkId, link.id],
    [text.externalUserId, link.externalUserId],
    [text.externalMeetingId, link.externalMeetingId],
    [text.email, link.email && shownEmail(link.email)],
    [text.phone, link.phone],
  ] as const;
  return (
    <dl className={css.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className={css.fact}>
              <dt>{label}</dt>
              <dd>
                <CopyId value={value} label={text.copyValue(label)} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
