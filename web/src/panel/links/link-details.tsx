import { shownEmail } from '../../../../contract/email.ts';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { LoadFailed, RowsSkeleton } from '../../ui/page/states.tsx';
import { CopyField, CopyId } from '../../ui/parts/copy.tsx';
import { Name } from '../../ui/parts/name.tsx';
import { Status } from '../../ui/parts/status.tsx';
import { TimeAgo } from '../../ui/parts/time-ago.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useApi } from '../context.ts';
import { RowDetail } from '../list/row.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import { Quiet } from '../quiet.tsx';
import { SendByEmail } from '../send-by-email.tsx';
import { Entries, Entry } from './entries.tsx';
import { isCopyable, LinkExpiry, linkTones } from './link-row.tsx';
import { type AccessLink, type AccessLinkDetails, placeOf, type SharedRoom } from './shared-room.ts';

type Props = { link: AccessLink | undefined; room: SharedRoom; onClose: () => void };

/** One link: what it allows, and who used it when. */
export function LinkDetails({ link, room, onClose }: Props) {
  const text = useText('links');
  const shown = useLast(link);
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
      <Row gap="xs lg" wrap size="md" dim>
        <Status tone={linkTones[link.status]}>{text[link.status]}</Status>
        <RowDetail>{text[link.role]}</RowDetail>
        <RowDetail>
          <LinkExpiry link={link} />
        </RowDetail>
      </Row>
      {isCopyable(details) && (
        <>
          <CopyField value={details.url} label={text.link} />
          <SendByEmail
            email={link.email === null ? '' : shownEmail(link.email)}
            send={(email) => api.sendAccessLink({ ...placeOf(room), linkId: link.id, body: { email } })}
          />
        </>
      )}
      {link.isBound && <Quiet>{text.bound}</Quiet>}
      <section>
        <Text as="h3" size="md" weight={600} mb="sm">
          {text.whoCame}
        </Text>
        {details.entries.length === 0 ? (
          <Quiet>{text.nobodyYet}</Quiet>
        ) : (
          <Entries>
            {details.entries.map((entry) => (
              <Visit key={entry.participantId} entry={entry} kind={room.kind} />
            ))}
          </Entries>
        )}
      </section>
      <Ids link={link} />
    </>
  );
}

type VisitProps = { entry: AccessLinkDetails['entries'][number]; kind: SharedRoom['kind'] };

function Visit({ entry, kind }: VisitProps) {
  const text = useText('links');
  return (
    <Entry>
      <Name>{entry.name}</Name>
      <Row as="span" inline gap="sm" align="center" size="sm" dim tabular>
        {text.cameAt} <TimeAgo at={entry.firstEntryAt} />
        {entry.isPresent && <Status tone="good">{text.of[kind].isHere}</Status>}
        {!entry.isPresent && entry.lastExitAt && (
          <>
            {text.leftAt} <TimeAgo at={entry.lastExitAt} />
          </>
        )}
      </Row>
    </Entry>
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
    <Stack as="dl">
      {facts.map(
        ([label, value]) =>
          value && (
            <Row key={label} tall={36} gap="lg" align="center" justify="between" shrink size="md">
              <Text as="dt" dim fixed>
                {label}
              </Text>
              <Row as="dd" shrink>
                <CopyId value={value} label={text.copyValue(label)} />
              </Row>
            </Row>
          ),
      )}
    </Stack>
  );
}
