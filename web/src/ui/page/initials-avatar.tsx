import { IconUser } from '@tabler/icons-react';
import { avatarColor, initials } from '../../../../contract/avatars.ts';
import classes from './initials-avatar.module.css';

/** Who is there without a picture: initials on a colour that stays the same for the same person. */
export function Avatar({ name, seed, size }: { name: string; seed: string; size: number }) {
  const letters = initials(name);
  return (
    <span
      className={classes.avatar}
      aria-hidden
      style={{
        width: size,
        height: size,
        fontSize: size * 0.38,
        background: letters ? avatarColor(seed) : undefined,
      }}
    >
      {letters || <IconUser size={size * 0.5} stroke={1.5} />}
    </span>
  );
}
