import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { Options } from '../../../ui/form/options.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { fullDurationText } from '../../../ui/times.ts';
import { neededSeconds } from '../model/attendance-rule.ts';
import type { RoomDraft } from '../model/room-form.ts';
import css from './settings.module.css';
import type { RoomEditing } from './use-room-draft.ts';

/** The rule of presence in reports, and the recipients of the email after a call. */
export function AttendanceFields({ editing }: { editing: RoomEditing }) {
  const text = useText('roomAttendance');
  const { draft, change } = editing;
  return (
    <>
      <Section title={text.ruleTitle} text={text.ruleText}>
        <RuleFields editing={editing} />
      </Section>
      <Section title={text.emailTitle} text={text.emailText}>
        <Options
          label={text.emailTitle}
          isLabelHidden
          value={draft.attendanceEmail}
          options={[
            { value: 'nobody', label: text.nobody, text: text.nobodyHint },
            { value: 'owner', label: text.owner, text: text.ownerHint },
            { value: 'moderators', label: text.moderators, text: text.moderatorsHint },
          ]}
          onChange={(attendanceEmail) => change({ attendanceEmail })}
        />
        <MailNote isWanted={draft.attendanceEmail !== 'nobody'} />
      </Section>
    </>
  );
}

function RuleFields({ editing }: { editing: RoomEditing }) {
  const text = useText('roomAttendance');
  const { draft, change, errorAt } = editing;
  const timeId = useId();
  const exampleId = useId();
  const field = { inputMode: 'numeric', size: 'md', autoComplete: 'off', maxLength: 20 } as const;
  return (
    <>
      <TextInput
        {...field}
        className={css.short ?? ''}
        label={text.percent}
        inputMode="decimal"
        rightSection={<span aria-hidden>%</span>}
        aria-describedby={exampleId}
        value={draft.minPercent}
        error={errorAt('minPercent')}
        onChange={(event) => change({ minPercent: event.currentTarget.value })}
      />
      <Stack as="fieldset" gap="sm" aria-labelledby={timeId}>
        <Text as="span" id={timeId} size="md" weight={500}>
          {text.minTime}
        </Text>
        <Row gap="md" wrap>
          {(['minutes', 'seconds'] as const).map((part) => (
            <TextInput
              key={part}
              {...field}
              className={css.short ?? ''}
              aria-label={text[part]}
              rightSection={<span aria-hidden>{text[`${part}Unit`]}</span>}
              rightSectionWidth={52}
              value={draft.minTime[part]}
              error={errorAt(`minTime.${part}`)}
              onChange={(event) =>
                change({ minTime: { ...draft.minTime, [part]: event.currentTarget.value } })
              }
            />
          ))}
        </Row>
      </Stack>
      <Text id={exampleId} size="md" dim>
        <Example draft={draft} />
      </Text>
    </>
  );
}

/** In seconds. */
const exampleLength = 45 * 60;

function Example({ draft }: { draft: RoomDraft }) {
  const text = useText('roomAttendance');
  const language = useLanguage();
  const needed = neededSeconds(draft.minPercent, draft.minTime, exampleLength);
  if (needed === undefined) return null;
  if (needed === 0) return text.everyone;
  const length = fullDurationText(exampleLength, language);
  if (needed > exampleLength) return text.exampleNobody(length);
  return text.example({ length, needed: fullDurationText(needed, language) });
}

/** Says that no email can be sent, where the installation has no mail server. */
function MailNote({ isWanted }: { isWanted: boolean }) {
  const text = useText('roomAttendance');
  const api = useApi();
  const { value } = useLoaded({ key: ['sign-in options'], load: () => api.getSignInOptions() });
  if (value?.sendsMail !== false) return null;
  return <Note tone={isWanted ? 'warning' : 'quiet'}>{text.noMail}</Note>;
}
