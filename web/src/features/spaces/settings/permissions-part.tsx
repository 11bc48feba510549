import { NativeSelect, Switch } from '@mantine/core';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { spokenLanguages } from '../../../panel/rooms/spoken-languages.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { dependsOn, type FlagGroup, flagGroups, type RoomFlag } from '../model/flags.ts';
import type { RoomEditing } from './use-room-draft.ts';

const audiences = ['nobody', 'members', 'everyone'] as const;
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
          <Stack gap="lg">
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
            {group === 'talking' && draft.isChatAllowed && <EarlierChat editing={editing} />}
            {group === 'recording' && draft.isTranscriptionAllowed && <SpokenLanguage editing={editing} />}
          </Stack>
        </Section>
      ))}
    </div>
  );
}

/** The people who see the messages of earlier calls. */
function EarlierChat({ editing: { draft, change } }: { editing: RoomEditing }) {
  const text = useText('roomSettings');
  return (
    <NativeSelect
      label={text.earlierChatTitle}
      description={text.earlierChatHint}
      value={draft.earlierChatAudience}
      data={[
        { value: 'nobody', label: text.earlierChatNobody },
        { value: 'members', label: text.earlierChatMembers },
        { value: 'everyone', label: text.earlierChatEveryone },
      ]}
      onChange={(event) => {
        const earlierChatAudience = audiences.find((one) => one === event.currentTarget.value);
        if (earlierChatAudience) change({ earlierChatAudience });
      }}
    />
  );
}

/** The language that transcripts of the room's recordings expect. */
function SpokenLanguage({ editing: { draft, change, errorAt } }: { editing: RoomEditing }) {
  const text = useText('roomSettings');
  const reader = useLanguage();
  return (
    <NativeSelect
      label={text.transcriptionLanguage}
      description={text.transcriptionLanguageHint}
      value={draft.transcriptionLanguage}
      error={errorAt('transcriptionLanguage')}
      data={[
        { value: 'auto', label: text.transcriptionLanguageAuto },
        ...spokenLanguages(reader, draft.transcriptionLanguage),
      ]}
      onChange={(event) => change({ transcriptionLanguage: event.currentTarget.value })}
    />
  );
}
