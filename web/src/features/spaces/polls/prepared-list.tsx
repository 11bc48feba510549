import { VisuallyHidden } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { Row, RowDetails } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import type { ReturnTo } from '../../../panel/use-confirmed.tsx';
import { useRequest } from '../../../panel/use-request.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { DragHandle, keepFocus, rowAt } from '../../../ui/form/reorder.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import type { Room, RoomPoll } from '../model/types.ts';

type Props = {
  room: Room;
  polls: readonly RoomPoll[];
  onEdit: (poll: RoomPoll) => void;
  onChanged: () => void;
};

/** Prepared polls in the order in which the call offers them, changed by dragging or with the arrow keys. */
export function PreparedList({ room, polls, onEdit, onChanged }: Props) {
  const text = useText('roomPolls');
  const api = useApi();
  const { act, trouble } = useRequest();
  const { ask, asked } = useQuestion();
  const list = useRef<HTMLOListElement>(null);
  const { ids, move, said } = useOrder(polls, (pollId, position) =>
    act(() => api.updateRoomPoll({ ...placeOf(room), pollId, body: { position } })).then(onChanged),
  );
  const remove = ({ id: pollId }: RoomPoll, returnTo: ReturnTo): void =>
    ask({
      title: text.removeTitle,
      text: text.removeText,
      yes: text.remove,
      act: () => void act(() => api.deleteRoomPoll({ ...placeOf(room), pollId })).then(onChanged),
      returnTo,
    });
  const shown = ids.flatMap((id) => polls.find((poll) => poll.id === id) ?? []);
  return (
    <>
      <DialogError>{trouble}</DialogError>
      <Stack ref={list} as="ol" ruled aria-label={text.prepared}>
        {shown.map((poll, index) => (
          <PreparedRow
            key={poll.id}
            poll={poll}
            index={index}
            onMove={(to) => move(poll.id, to)}
            onDrag={(y) => move(poll.id, rowAt(list.current, y))}
            onEdit={() => onEdit(poll)}
            onRemove={remove}
          />
        ))}
      </Stack>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {asked}
    </>
  );
}

const placeOf = ({ spaceId, id: roomId }: Room) => ({ spaceId, roomId });

/** In ms. A drag over several rows is one request. */
const settle = 400;

/** The order on the page, which is saved once it has settled. */
function useOrder(polls: readonly RoomPoll[], save: (pollId: string, position: number) => Promise<unknown>) {
  const text = useText('roomPolls');
  const [own, setOwn] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const timer = useRef<number>(undefined);
  const saved = polls.map(({ id }) => id);
  // Polls that were added or deleted meanwhile: the order of the server counts.
  const isValid = own?.length === saved.length && saved.every((id) => own.includes(id));
  const ids = isValid ? own : saved;
  const move = (id: string, to: number): void => {
    const from = ids.indexOf(id);
    if (to < 0 || to >= ids.length || to === from) return;
    keepFocus();
    setOwn(ids.toSpliced(from, 1).toSpliced(to, 0, id));
    setSaid(text.moved({ place: to + 1, count: ids.length }));
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void save(id, to + 1).then(() => setOwn(undefined)), settle);
  };
  return { ids, move, said };
}

type RowProps = {
  poll: RoomPoll;
  index: number;
  onMove: (to: number) => void;
  onDrag: (y: number) => void;
  onEdit: () => void;
  onRemove: (poll: RoomPoll, returnTo: ReturnTo) => void;
};

function PreparedRow({ poll, index, onMove, onDrag, onEdit, onRemove }: RowProps) {
  const text = useText('roomPolls');
  const question = plainName(poll.question);
  const kind = poll.isOpenEnded ? text.open : poll.isSingleChoice ? text.single : text.several;
  return (
    <Row
      lead={index + 1}
      name={poll.question}
      about={
        <RowDetails>
          {kind}
          {poll.options.length > 0 && text.options(poll.options.length)}
          {poll.withAnswer && text.quiz}
          {poll.areResultsHidden && text.hidden}
        </RowDetails>
      }
      actions={
        <>
          <DragHandle label={text.move(question)} index={index} onMove={onMove} onDrag={onDrag} />
          <IconButton icon={IconPencil} size={44} aria-label={text.edit(question)} onClick={onEdit} />
          <RowMenu name={poll.question}>
            <RowMenuItem icon={IconTrash} isDanger onClick={(returnTo) => onRemove(poll, returnTo)}>
              {text.remove}
            </RowMenuItem>
          </RowMenu>
        </>
      }
    />
  );
}
