import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { AccessOptions } from '../../../panel/entry-form/access-options.tsx';
import { PublicNote } from '../../../panel/links/public-note.tsx';
import { mayDeleteRoom } from '../../../panel/rights.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { Options } from '../../../ui/form/options.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CopyId } from '../../../ui/parts/copy.tsx';
import type { Room, Space } from '../model/types.ts';
import { KindOptions } from '../rooms/room-kind.tsx';
import { useRoomRemoval } from '../rooms/use-room-removal.ts';
import { AttendanceFields } from './attendance-fields.tsx';
import { OpeningFields } from './opening-fields.tsx';
import type { RoomEditing } from './use-room-draft.ts';

type Props = { room: Room; space: Space; editing: RoomEditing };

export function GeneralPart({ room, space, editing }: Props) {
  const text = useText('roomSettings');
  const roomText = useText('rooms');
  const { draft, change, errorAt } = editing;
  return (
    <div>
      <Section title={text.nameTitle} text={text.nameText}>
        <TextInput
          aria-label={text.nameTitle}
          size="md"
          autoComplete="off"
          value={draft.name}
          error={errorAt('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </Section>
      <Section title={text.kindTitle} text={text.kindText}>
        <KindOptions isLabelHidden value={draft.type} onChange={(type) => change({ type })} />
      </Section>
      <Section title={text.entryTitle} text={text.entryText}>
        <AccessOptions
          text={roomText}
          isLabelHidden
          value={draft.isPublic}
          onChange={(isPublic) => change({ isPublic })}
        />
        {draft.isPublic && <PublicNote kind="room" />}
      </Section>
      <OpeningFields editing={editing} />
      <Section title={text.waitingTitle} text={text.waitingText}>
        <Options
          label={text.waitingTitle}
          isLabelHidden
          value={draft.waitingRoomAudience}
          options={[
            { value: 'nobody', label: text.nobody, text: text.nobodyHint },
            { value: 'guests', label: text.guests, text: text.guestsHint },
            { value: 'everyone', label: text.everyone, text: text.everyoneHint },
          ]}
          onChange={(waitingRoomAudience) => change({ waitingRoomAudience })}
        />
      </Section>
      <Section title={text.redirectTitle} text={text.redirectText}>
        <TextInput
          aria-label={text.redirect}
          type="url"
          inputMode="url"
          size="md"
          autoComplete="off"
          spellCheck={false}
          placeholder={text.redirectHint}
          value={draft.redirectUrl}
          error={errorAt('redirectUrl')}
          onChange={(event) => change({ redirectUrl: event.currentTarget.value })}
        />
      </Section>
      <AttendanceFields editing={editing} />
      <Section title={text.idTitle} text={text.idText}>
        <CopyId value={room.id} label={text.copyId} />
      </Section>
      {mayDeleteRoom(room, space) && <Danger room={room} />}
    </div>
  );
}

function Danger({ room }: { room: Room }) {
  const text = useText('roomSettings');
  const roomText = useText('rooms');
  const { ask, asked } = useQuestion();
  const { act, isBusy, trouble } = useRequest();
  const onGone = (): void => navigate(pathTo(pages.group, { spaceId: room.spaceId }));
  const remove = useRoomRemoval({ act, ask, onGone });
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Section title={text.dangerTitle} text={text.dangerText}>
      <DialogError>{trouble}</DialogError>
      <div>
        <Button
          ref={button}
          variant="default"
          c="var(--danger-text)"
          loading={isBusy}
          onClick={() => remove(room, () => button.current)}
        >
          {roomText.remove}
        </Button>
      </div>
      {asked}
    </Section>
  );
}
