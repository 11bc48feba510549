import { Switch } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { shownEmail } from '../../../../contract/email.ts';
import { kindsAhead } from '../../../../contract/reminders.ts';
import { listText } from '../../i18n/formats.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { ownTimeZone } from '../../kit/time-zone.ts';
import { sessionClock } from '../../models/webinar/page-clock.ts';
import type { Reminders } from '../../models/webinar/reminders.ts';
import type { SessionTimes } from '../../models/webinar/types.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Note } from '../../ui/parts/note.tsx';
import { useStore } from '../../ui/use-store.ts';

type Props = { reminders: Reminders; session: SessionTimes };

/** Turns emails before the session on and off. Absent where there is no mail server or no address. */
export function ReminderChoice({ reminders, session }: Props) {
  const text = useText('reminders');
  const language = useLanguage();
  const { answer, isBusy, outcome } = useStore(reminders.state);
  useEffect(() => {
    void reminders.load();
  }, [reminders]);
  // The outcome is about the session that was shown before.
  useEffect(() => {
    if (session.id) reminders.forget();
  }, [reminders, session.id]);

  if (!answer?.email) return null;
  const { obstacle, email, items } = answer;
  if (obstacle === 'reminders_stopped')
    return <Note icon={IconMailOff}>{text.stopped(shownEmail(email))}</Note>;
  if (obstacle !== null) return null;
  const requested = items.find(({ sessionId }) => sessionId === session.id);
  const kinds = requested?.kinds ?? kindsAhead(Date.parse(session.startDate), sessionClock.now());
  const names = listText(
    kinds.map((kind) => text.kinds[kind]),
    language,
  );

  function change(isOn: boolean): void {
    if (isOn) void reminders.turnOn({ sessionId: session.id, language, timezone: ownTimeZone() });
    else void reminders.turnOff(session.id);
  }

  return (
    <Stack gap="sm" p="lg 0 0" full rule="top">
      <Switch
        size="md"
        label={text.remind}
        description={
          <Text as="span" breaks>
            {text.what({ kinds: names, email: shownEmail(requested?.email ?? email) })}
          </Text>
        }
        checked={requested !== undefined}
        // Not `disabled`, which would drop the focus.
        aria-busy={isBusy}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <Text size="md" dim hidesEmpty role="status">
        {outcome === 'on' && text.isOn}
        {outcome === 'off' && text.isOff}
      </Text>
      <Text size="md" tone="danger" hidesEmpty role="alert">
        {outcome === 'failed' && text.failed}
        {outcome === 'tooMany' && text.tooMany}
      </Text>
    </Stack>
  );
}
