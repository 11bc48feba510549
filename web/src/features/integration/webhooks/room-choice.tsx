import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { FoundChoice } from '../../../ui/found-choice.tsx';
import { Name } from '../../../ui/name.tsx';
import { deliveryMessages } from './messages.ts';

type Props = {
  spaceId: string;
  /** None: the newest of the group. */
  chosen: string | undefined;
  onChoose: (roomId: string | undefined) => void;
};

/** A room of the group. */
export function RoomChoice({ spaceId, chosen, onChoose }: Props) {
  const text = useText(deliveryMessages);
  const api = useApi();
  return (
    <FoundChoice
      label={text.testRoom}
      placeholder={text.searchRooms}
      texts={{ none: text.noRooms, more: text.moreRooms, failed: text.roomsFailed }}
      find={(query) => api.listRooms({ spaceId, query })}
      option={({ id, name }) => ({ id, body: <Name>{name}</Name> })}
      first={<Name>{text.testNewest}</Name>}
      chosen={chosen ?? ''}
      onChoose={(id) => onChoose(id === '' ? undefined : id)}
    />
  );
}
