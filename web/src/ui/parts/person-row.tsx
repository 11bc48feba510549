import type { ComponentProps, ReactNode } from 'react';
import { Row, Stack, Text } from '../layout/layout.tsx';
import { Avatar } from './initials-avatar.tsx';
import css from './person-row.module.css';

type Props = ComponentProps<'li'> & {
  name: string;
  /** The id, for the colour of the avatar. */
  seed: string;
  as?: 'li';
  /** At the corner of the avatar. */
  mark?: ReactNode;
  /** Below the name; a text is muted. */
  notes?: ReactNode;
  /** True if nothing in the row can be pressed. */
  isStill?: boolean;
  /** At the end of the row. */
  children?: ReactNode;
};

/** A person in a list of the side panel. */
export function PersonRow({ name, seed, as, mark, notes, isStill, children, ...props }: Props) {
  return (
    <Row
      {...props}
      as={as ?? ('div' as 'li')}
      align="center"
      justify="end"
      gap="0 md"
      wrap
      p="xs lg"
      pe="sm"
      tall={52}
      className={css.row}
      data-still={isStill}
      data-marked={Boolean(mark) || undefined}
    >
      <span className={css.face} aria-hidden>
        <Avatar name={name} seed={seed} size={36} />
        {mark}
      </span>
      <Stack as="span" grow className={css.name}>
        <Text as="bdi" size="lg" leading={1.35} breaks clamp={2} title={name}>
          {name}
        </Text>
        {typeof notes === 'string' ? <PersonNote>{notes}</PersonNote> : notes}
      </Stack>
      {children}
    </Row>
  );
}

/** A muted line below the name. */
export const PersonNote = ({ children }: { children: ReactNode }) => (
  <Text as="span" size="sm" leading={1.35} dim>
    {children}
  </Text>
);
