import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Name } from '../../../ui/name.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import css from './dialogs.module.css';
import { deliveryMessages } from './messages.ts';

const shown = 20;
const pause = 250;

type Props = {
  spaceId: string;
  /** None: the newest of the group. */
  chosen: string | undefined;
  onChoose: (roomId: string | undefined) => void;
};

/** A room of the group, found by the server: a group may have thousands. */
export function RoomChoice({ spaceId, chosen, onChoose }: Props) {
  const text = useText(deliveryMessages);
  const api = useApi();
  const group = useId();
  const [written, setWritten] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(written.trim()), pause);
    return () => clearTimeout(timer);
  }, [written]);
  const found = useLoaded(search, () =>
    api.listRooms({ spaceId, query: { limit: shown, ...(search !== '' && { search }) } }),
  );
  const { items = [], total = 0 } = found.value ?? {};
  const option = (id: string | undefined, name: string) => (
    <label key={id ?? ''} className={css.room}>
      <input type="radio" name={group} checked={id === chosen} onChange={() => onChoose(id)} />
      <Name>{name}</Name>
    </label>
  );
  return (
    <div>
      <TextInput
        size="md"
        label={text.testRoom}
        placeholder={text.searchRooms}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoComplete="off"
        maxLength={200}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        // It searches by itself; sending is for the button.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <fieldset className={css.found} aria-label={text.testRoom} aria-busy={found.isLoading}>
        {search === '' && option(undefined, text.testNewest)}
        {items.map(({ id, name }) => option(id, name))}
        {found.error !== undefined && <p className={css.foundNote}>{text.roomsFailed}</p>}
        {found.value && search !== '' && items.length === 0 && (
          <p className={css.foundNote}>{text.noRooms}</p>
        )}
        {total > items.length && <p className={css.foundNote}>{text.moreRooms}</p>}
      </fieldset>
    </div>
  );
}
