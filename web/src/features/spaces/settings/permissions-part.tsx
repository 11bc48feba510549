import { Switch } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { Section } from '../../../ui/page/section.tsx';
import { dependsOn, type FlagGroup, flagGroups, type RoomFlag } from '../model/flags.ts';
import css from './settings.module.css';
import type { RoomEditing } from './use-room-draft.ts';

const groups = Object.keys(flagGroups) as FlagGroup[];

/** The permissions of guests, as switches. */
export function PermissionsPart({ editing }: { editing: RoomEditing }) {
  const text = useText('roomSettings');
  const { draft, change } = editing;
  const isWebinar = draft.type === 'webinar';
  return (
    <div>
      {groups.map((group) => (
        <Section
          key={group}
          title={text[group]}
          text={group === 'speaking' && isWebinar ? text.speakingWebinar : text[`${group}Text`]}
        >
          <div className={css.switches}>
            {flagGroups[group].map((flag: RoomFlag) => {
              const base = dependsOn[flag];
              const isMeaningless = base !== undefined && !draft[base];
              return (
                <Switch
                  key={flag}
                  size="sm"
                  label={text[flag]}
                  description={text[`${flag}Hint`]}
                  checked={draft[flag] && !isMeaningless}
                  disabled={isMeaningless}
                  onChange={(event) => change({ [flag]: event.currentTarget.checked })}
                />
              );
            })}
          </div>
        </Section>
      ))}
    </div>
  );
}
