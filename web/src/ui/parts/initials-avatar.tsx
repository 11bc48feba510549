import { IconUser } from '@tabler/icons-react';
import { avatarColor, initials } from '../../../../contract/avatars.ts';
import { Text } from '../layout/layout.tsx';
import classes from './initials-avatar.module.css';

type Props = {
  name: string;
  /** The colour's seed; undefined for a person who has no colour yet. */
  seed: string | undefined;
  /** In pixels, or as a CSS length. */
  size: number | string;
};

/** A person without a picture: initials on a colour that is stable for the person. */
export function Avatar({ name, seed, size }: Props) {
  const letters = initials(name);
  const length = typeof size === 'number' ? `${size}px` : size;
  return (
    <Text
      as="span"
      fixed
      weight={600}
      tone="stage"
      className={classes.avatar}
      aria-hidden
      style={{
        width: length,
        height: length,
        fontSize: `calc(${length} * 0.38)`,
        background: letters && seed !== undefined ? avatarColor(seed) : undefined,
      }}
    >
      {letters || <IconUser size="50%" stroke={1.5} />}
    </Text>
  );
}
