import { NativeSelect } from '@mantine/core';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { sharedNamesAmong } from '../../../kit/shared-names.ts';
import { minuteTime } from '../../../ui/times.ts';
import type { OwnGroup } from './load-groups.ts';

/** For each group by its id: the new owner's id, or the deletion. */
export type Choices = Record<string, string>;

export const deletesGroup = 'delete';

type Props = {
  groups: OwnGroup[];
  choices: Choices;
  /** Whether the person tried to go on without all choices. */
  isMissingShown: boolean;
  onChoose: (choices: Choices) => void;
};

/** One choice for each group of the account. */
export function GroupChoices({ groups, choices, isMissingShown, onChoose }: Props) {
  const text = useText('deletion');
  const language = useLanguage();
  if (groups.length === 0) return <p>{text.noGroups}</p>;
  const isNameShared = sharedNamesAmong(groups);
  return (
    <>
      {groups.map((group) => {
        const { id, name, createdAt, others } = group;
        const people = others.map(({ userId, username, email }) => ({
          value: userId,
          label: text.person({ name: plainName(username), email }),
        }));
        const date = minuteTime(new Date(createdAt), language);
        const isMissing = isMissingShown && !choices[id];
        return (
          <NativeSelect
            key={id}
            // The form moves the focus to the first field with this name.
            name={choices[id] ? undefined : 'choices'}
            label={isNameShared(group) ? text.groupOf({ name: plainName(name), date }) : plainName(name)}
            value={choices[id] ?? ''}
            error={isMissing && text.choiceMissing}
            data={[
              { value: '', label: text.choose },
              { value: deletesGroup, label: text.deleteGroup },
              ...(people.length > 0 ? [{ group: text.transferTo, items: people }] : []),
            ]}
            onChange={(event) => onChoose({ ...choices, [id]: event.currentTarget.value })}
          />
        );
      })}
      <p>{text.transferNote}</p>
    </>
  );
}
