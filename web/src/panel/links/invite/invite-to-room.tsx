import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { MakingDialog } from '../../../ui/form/making-dialog.tsx';
import { lazily } from '../../../ui/lazily.ts';
import type { SharedRoom } from '../shared-room.ts';
import { LinkForm } from './link-form.tsx';
import { LinkMade, type MadeLink } from './link-made.tsx';
import { ListMade, type MadeList } from './list/list-made.tsx';
import { RoomAddress } from './room-address.tsx';

const form = lazily(() => import('./list/list-form.tsx'));

type Props = { isOpen: boolean; room: SharedRoom; onClose: () => void; onMade?: () => void };

type Made = { link: MadeLink } | { list: MadeList };

/** Invites into a room: one link for everyone, a link for one person, or links for a list of people. */
export function InviteToRoom({ isOpen, room, onClose, onMade }: Props) {
  const text = useText('links');
  return (
    <MakingDialog<Made>
      isOpen={isOpen}
      title={text.inviteTo(plainName(room.name))}
      another={text.another}
      onClose={onClose}
      onMade={onMade}
      form={(onReady) => <Ways room={room} onClose={onClose} onMade={onReady} />}
      made={(made) =>
        'link' in made ? <LinkMade {...made.link} room={room} /> : <ListMade {...made.list} room={room} />
      }
    />
  );
}

const ways = ['everyone', 'person', 'list'] as const;
type Way = (typeof ways)[number];

type WaysProps = { room: SharedRoom; onClose: () => void; onMade: (made: Made) => void };

function Ways({ room, onClose, onMade }: WaysProps) {
  const text = useText('invite');
  const [way, setWay] = useState<Way>('everyone');
  const props = { room, onClose };
  return (
    <>
      {room.isPublic && <RoomAddress room={room} />}
      <SegmentedControl
        fullWidth
        aria-label={text.way}
        value={way}
        data={ways.map((value) => ({ value, label: text[value] }))}
        onChange={(value) => setWay(ways.find((one) => one === value) ?? 'everyone')}
      />
      {way === 'list' ? (
        <ListOfPeople {...props} onMade={(list) => onMade({ list })} />
      ) : (
        <LinkForm
          key={way}
          {...props}
          isForEveryone={way === 'everyone'}
          onMade={(link) => onMade({ link })}
        />
      )}
    </>
  );
}

type ListProps = { room: SharedRoom; onClose: () => void; onMade: (list: MadeList) => void };

/** Its code reads CSV and is loaded when the list is chosen. */
function ListOfPeople(props: ListProps) {
  const ListForm = form.usePart()?.ListForm;
  return ListForm ? <ListForm {...props} /> : null;
}
