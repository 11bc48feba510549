import { Button, Popover, Switch } from '@mantine/core';
import { IconAdjustments, IconMicrophoneOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { type PermissionName, permissionNames } from '../../../models/permissions/permissions.ts';
import { usePermissions } from '../../../room/room-parts.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useCall, useCallState, useOwnPerson, useStage } from '../call-context.ts';
import css from './class-controls.module.css';
import { isOffForEverybody } from './use-permissions.ts';

/** The controls with which a moderator leads everybody else at once. */
export function ClassControls() {
  const text = useText('classControls');
  const { close } = useText('stage');
  const { moderation } = useCall();
  const isModerator = useOwnPerson().role === 'moderator';
  const isClassHere = useCallState(({ people }) => people.some(({ role }) => role === 'user'));
  const [isOpen, setOpen] = useState(false);
  if (!isModerator) return null;
  return (
    <Row wrap gap="sm" className={css.buttons}>
      {isClassHere && (
        <Button
          className={css.button ?? ''}
          variant="default"
          leftSection={<IconMicrophoneOff size={18} aria-hidden />}
          onClick={() => void moderation.muteEverybody()}
        >
          {text.muteAll}
        </Button>
      )}
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width={320}
        // A phone held sideways has less space than the switches: they scroll.
        middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
        shadow="lg"
        radius="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            className={css.button ?? ''}
            variant="default"
            leftSection={<IconAdjustments size={18} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {text.permissions}
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          className={css.dropdown ?? ''}
          maw="calc(100vw - 1rem)"
          aria-label={text.permissions}
        >
          <Switches />
          <Button fullWidth mt={12} mih={44} variant="default" onClick={() => setOpen(false)}>
            {close}
          </Button>
        </Popover.Dropdown>
      </Popover>
    </Row>
  );
}

function Switches() {
  const text = useText('classControls');
  const { room } = useStage();
  const { notices } = useCall();
  const permissions = usePermissions();
  const allowed = useStore(permissions.state);
  const change = (name: PermissionName, isAllowed: boolean): void =>
    void permissions.set(name, isAllowed).catch(() => notices.add({ kind: 'action-failed' }));
  // In a webinar a moderator allows single people to speak, which includes the microphone.
  const names = permissionNames.filter(
    (name) =>
      (room.type === 'lesson' || name !== 'isMicrophonePublishingAllowed') && !isOffForEverybody(room, name),
  );
  return (
    <fieldset className={css.switches}>
      <Text as="legend" size="sm" weight={550} dim>
        {text.title}
      </Text>
      {names.map((name) => (
        <Switch
          key={name}
          classNames={{ body: css.row ?? '' }}
          labelPosition="left"
          label={text[name]}
          checked={allowed[name]}
          onChange={(event) => change(name, event.currentTarget.checked)}
        />
      ))}
      <Text size="sm" dim mt="xs">
        {text.hint}
      </Text>
    </fieldset>
  );
}
