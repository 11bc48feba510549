import { useText } from '../../i18n/language.ts';
import { Name } from '../../ui/parts/name.tsx';
import { useApi } from '../context.ts';
import { FoundChoice } from '../list/found-choice.tsx';

type Props = {
  spaceId: string;
  label: string;
  /** The label for all rooms. */
  first: string;
  chosen: string | undefined;
  onChoose: (roomId: string | undefined) => void;
  isFocused?: boolean;
};

/** Chooses a room of the group. */
export function RoomChoice({ spaceId, label, first, chosen, onChoose, isFocused = false }: Props) {
  const text = useText('roomChoice');
  const api = useApi();
  return (
    <FoundChoice
      label={label}
      placeholder={text.search}
      texts={{ none: text.none, more: text.more, failed: text.failed }}
      find={(query) => api.listRooms({ spaceId, query })}
      option={({ id, name }) => ({ id, body: <Name>{name}</Name> })}
      first={<Name>{first}</Name>}
      chosen={chosen ?? ''}
      onChoose={(id) => onChoose(id === '' ? undefined : id)}
      isFocused={isFocused}
    />
  );
}
