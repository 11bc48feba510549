import { Button } from '@mantine/core';
import { IconDice5, IconX } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useCall, useCallState, useOwnPerson } from '../call-context.ts';
import classes from './class-controls.module.css';
import css from './random-pick.module.css';

/** Picks a participant at random, for a moderator alone: the others do not notice. */
export function RandomPick() {
  const isModerator = useOwnPerson().role === 'moderator';
  return isModerator ? <Picker /> : null;
}

function Picker() {
  const text = useText('classControls');
  const { pick } = useCall();
  const people = useCallState((state) => state.people);
  const participants = useMemo(() => people.filter(({ role, isMe }) => role === 'user' && !isMe), [people]);
  const { shown, round } = useStore(pick.state);
  const person = participants.find(({ id }) => id === shown);
  const button = useRef<HTMLButtonElement>(null);
  const hide = (): void => {
    button.current?.focus();
    pick.hide();
  };
  // One person alone needs no choice.
  if (participants.length < 2 && !person) return null;
  return (
    <>
      <Row className={classes.buttons}>
        <Button
          ref={button}
          className={classes.button ?? ''}
          variant="default"
          leftSection={<IconDice5 size={18} aria-hidden />}
          onClick={() => pick.next(participants.map(({ id }) => id))}
        >
          {person ? text.pickAnother : text.pick}
        </Button>
      </Row>
      <div role="status">
        {person && (
          <PickedPerson
            person={person}
            unpicked={participants.filter(({ id }) => !round.has(id)).length}
            onHide={hide}
          />
        )}
      </div>
    </>
  );
}

type Props = {
  person: Person;
  /** How many people have not been picked in this round. */
  unpicked: number;
  onHide: () => void;
};

function PickedPerson({ person, unpicked, onHide }: Props) {
  const text = useText('classControls');
  const { close } = useText('stage');
  return (
    <Row
      align="center"
      gap="md"
      p="md"
      pe="sm"
      frame="accent"
      ground="accent-soft"
      className={css.picked}
      data-picked
    >
      <Avatar name={person.name} seed={person.id} size={40} />
      <Stack grow>
        <Text as="bdi" size="xl" weight={650} leading={1.35} breaks>
          {person.name}
        </Text>
        <Text size="sm" leading={1.35} dim>
          {text.leftToPick(unpicked)}
        </Text>
      </Stack>
      <IconButton icon={IconX} size={40} aria-label={close} onClick={onHide} />
    </Row>
  );
}
