import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { type OwnMeeting, ownMeeting } from '../../../models/meeting/meeting.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { useStore } from '../../../ui/use-store.ts';
import css from './meeting.module.css';
import { MeetingText } from './meeting-text.tsx';

/** The messages of the meeting to people who enter, above the tiles until the person closes them. */
export function Welcome() {
  const meeting = useStore(ownMeeting);
  const [closed, setClosed] = useState<OwnMeeting>();
  const text = useText('meeting');
  if (!meeting || meeting === closed) return null;
  const { welcome, moderatorMessage } = meeting;
  if (!welcome && !moderatorMessage) return null;
  return (
    <Row
      as="section"
      align="start"
      gap="sm"
      p="sm sm"
      mt="sm"
      radius="md"
      ground="stage-raised"
      className={css.welcome}
      aria-label={text.message}
    >
      <Stack grow gap="sm" className={css.words} tabIndex={0} role="status">
        {welcome && <MeetingText runs={welcome} />}
        {moderatorMessage && (
          <Stack gap="xs">
            <Text size="sm" weight={600} tone="stage-dim">
              {text.forModerators}
            </Text>
            <MeetingText runs={moderatorMessage} />
          </Stack>
        )}
      </Stack>
      <IconButton icon={IconX} size={44} aria-label={text.close} onClick={() => setClosed(meeting)} />
    </Row>
  );
}
