import { TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { Options } from '../../../ui/form/options.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { ownTimeZone } from '../../../ui/times.ts';
import css from './settings.module.css';
import type { RoomEditing } from './use-room-draft.ts';

const keys = ['opensAt', 'closesAt'] as const;

/** When the room opens and closes for people who do not lead it. */
export function OpeningFields({ editing }: { editing: RoomEditing }) {
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
      <div className={css.openingTimes}>
        {keys.map((key) => (
          <TextInput
            key={key}
            type="datetime-local"
            size="md"
            max="9999-12-31T23:59"
            label={text[key]}
            description={text[`${key}Hint`]}
            value={draft[key]}
            error={errorAt(key)}
            onChange={(event) => change({ [key]: event.currentTarget.value })}
          />
        ))}
      </div>
      <p className={css.quiet}>{text.zone(ownTimeZone())}</p>
    </Section>
  );
}
