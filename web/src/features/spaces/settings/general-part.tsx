import { TextInput } from '@mantine/core';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { ownTimeZone } from '../../../kit/time-zone.ts';
import {
  AccessSection,
  NameSection,
  RedirectSection,
  RemovalSection,
} from '../../../panel/place-settings/sections.tsx';
import { mayDeleteRoom } from '../../../panel/rights.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Options } from '../../../ui/form/options.tsx';
import { Grid, Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CopyId } from '../../../ui/parts/copy.tsx';
import type { Room, Space } from '../model/types.ts';
import { KindOptions } from '../rooms/room-kind.tsx';
import { AttendanceFields } from './attendance-fields.tsx';
import css from './settings.module.css';
import type { RoomEditing } from './use-room-draft.ts';

type Props = { room: Room; space: Space; editing: RoomEditing };

export function GeneralPart({ room, space, editing }: Props) {
  const text = useText('roomSettings');
  const { draft, change } = editing;
  return (
    <div>
      <NameSection text={text} editing={editing} />
      <Section title={text.kindTitle} text={text.kindText}>
        <KindOptions isLabelHidden value={draft.type} onChange={(type) => change({ type })} />
      </Section>
      <AccessSection kind="room" text={text} editing={editing} />
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
      <RedirectSection text={text} editing={editing} />
      <AttendanceFields editing={editing} />
      <Section title={text.idTitle} text={text.idText}>
        <CopyId value={room.id} label={text.copyId} />
      </Section>
      {mayDeleteRoom(room, space) && (
        <RemovalSection text={text} place={room} next={pathTo(pages.group, { spaceId: room.spaceId })} />
      )}
    </div>
  );
}

const keys = ['opensAt', 'closesAt'] as const;

/** When the room opens and closes for people who do not lead it. */
function OpeningFields({ editing }: { editing: RoomEditing }) {
  const text = useText('roomOpening');
  const { draft, change, errorAt } = editing;
  return (
    <Section title={text.title} text={text.text}>
      <Options
        label={text.opensWith}
        isLabelHidden
        value={draft.opensWith}
        options={[
          { value: 'moderator', label: text.moderator, text: text.moderatorHint },
          { value: 'anybody', label: text.anybody, text: text.anybodyHint },
        ]}
        onChange={(opensWith) => change({ opensWith })}
      />
      <Grid className={css.openingTimes} gap="lg">
        {keys.map((key) => (
          <TextInput
            key={key}
            type="datetime-local"
            max="9999-12-31T23:59"
            label={text[key]}
            description={text[`${key}Hint`]}
            value={draft[key]}
            error={errorAt(key)}
            onChange={(event) => change({ [key]: event.currentTarget.value })}
          />
        ))}
      </Grid>
      <Text size="md" dim>
        {text.zone(ownTimeZone())}
      </Text>
    </Section>
  );
}
