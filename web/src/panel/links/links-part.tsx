import { Button } from '@mantine/core';
import { IconLink, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { useApi } from '../context.ts';
import { ListFilter } from '../list/list-filter.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useList } from '../list/use-list.ts';
import { Quiet } from '../quiet.tsx';
import { ChangeLink } from './change-link.tsx';
import { InviteToRoom } from './invite/invite-to-room.tsx';
import { LinkDetails } from './link-details.tsx';
import { LinkRow } from './link-row.tsx';
import { PublicNote } from './public-note.tsx';
import { type AccessLink, type LinkStatus, placeOf, type SharedRoom } from './shared-room.ts';
import { useLinkActions } from './use-link-actions.ts';

const statuses: readonly LinkStatus[] = ['unused', 'used', 'expired', 'revoked'];

/** The access links of a room or an automatic webinar, the reader's own and those of a platform. */
export function LinksPart({ room }: { room: SharedRoom }) {
  const text = useText('links');
  const api = useApi();
  const place = placeOf(room);
  const list = useList<AccessLink, LinkStatus>({
    key: ['access links', room.id],
    filters: statuses,
    load: (query, { filter: status }) =>
      api.listAccessLinks({ ...place, query: { ...query, ...(status && { status }) } }),
  });
  const [isInviting, setInviting] = useState(false);
  const [looked, setLooked] = useState<AccessLink>();
  const [changed, setChanged] = useState<AccessLink>();
  const actions = useLinkActions(room, list.reload);
  const invite = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      {text.invite}
    </Button>
  );
  return (
    <>
      <Stack mb="lg">{room.isPublic ? <PublicNote kind={room.kind} /> : <Quiet>{text.about}</Quiet>}</Stack>
      {actions.shown}
      <ListFrame
        list={list}
        label={text.links}
        searchLabel={text.search}
        filters={
          <ListFilter list={list} label={text.status} any={text.anyStatus} names={text} values={statuses} />
        }
        action={invite}
        empty={{ Icon: IconLink, title: text.none, text: text.noneHint }}
        row={(link) => (
          <LinkRow
            key={link.id}
            link={link}
            actions={actions}
            onLook={() => setLooked(link)}
            onChange={() => setChanged(link)}
          />
        )}
      />
      <InviteToRoom
        isOpen={isInviting}
        room={room}
        onClose={() => setInviting(false)}
        onMade={list.showNew}
      />
      <ChangeLink
        link={changed}
        room={room}
        onClose={() => setChanged(undefined)}
        onSaved={() => {
          setChanged(undefined);
          list.reload();
        }}
      />
      <LinkDetails link={looked} room={room} onClose={() => setLooked(undefined)} />
    </>
  );
}
