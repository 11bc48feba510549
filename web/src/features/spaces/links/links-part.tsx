import { Button } from '@mantine/core';
import { IconLink, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFilter } from '../../../panel/list/list-filter.tsx';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import type { AccessLink, LinkStatus, Room } from '../model/types.ts';
import css from '../settings/settings.module.css';
import { useRequest } from '../shared/use-request.ts';
import { InviteToRoom } from './invite-to-room.tsx';
import { LinkDetails } from './link-details.tsx';
import { LinkRow } from './link-row.tsx';
import { useLinkActions } from './use-link-actions.ts';

const statuses: readonly LinkStatus[] = ['unused', 'used', 'expired', 'revoked'];

/** The access links of a room, the reader's own and those of a platform. */
export function LinksPart({ room }: { room: Room }) {
  const text = useText('links');
  const settingsText = useText('roomSettings');
  const api = useApi();
  const place = { spaceId: room.spaceId, roomId: room.id };
  const list = useList<AccessLink, LinkStatus>({
    key: ['access links', room.id],
    filters: statuses,
    load: (query, { filter: status }) =>
      api.listAccessLinks({ ...place, query: { ...query, ...(status && { status }) } }),
  });
  const [isInviting, setInviting] = useState(false);
  const [looked, setLooked] = useState<AccessLink>();
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const actions = useLinkActions({ place, act, ask, onDone: list.reload });
  const invite = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      {text.invite}
    </Button>
  );
  return (
    <>
      <div className={css.intro}>
        {room.isPublic ? (
          <Note tone="warning">{settingsText.publicNote}</Note>
        ) : (
          <p className={css.quiet}>{text.about}</p>
        )}
      </div>
      <DialogError>{trouble}</DialogError>
      <ListFrame
        list={list}
        label={text.links}
        searchLabel={text.search}
        filters={
          <ListFilter list={list} label={text.status} any={text.anyStatus} names={text} values={statuses} />
        }
        action={invite}
        empty={{ Icon: IconLink, title: text.none, text: text.noneHint }}
        row={(link) => <LinkRow key={link.id} link={link} actions={actions} onLook={() => setLooked(link)} />}
      />
      <InviteToRoom
        isOpen={isInviting}
        room={room}
        onClose={() => setInviting(false)}
        onMade={list.showNew}
      />
      <LinkDetails link={looked} place={place} onClose={() => setLooked(undefined)} />
      {asked}
    </>
  );
}
