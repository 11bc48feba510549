import { IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { useRef } from 'react';
import { shownEmail } from '../../../../contract/email.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Choice } from '../../ui/form/choice.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { Avatar } from '../../ui/parts/initials-avatar.tsx';
import { Name } from '../../ui/parts/name.tsx';
import { useOwnUser } from '../context.ts';
import { Row, RowTag } from '../list/row.tsx';
import { RowMenu, RowMenuItem } from '../list/row-menu.tsx';
import type { ReturnTo } from '../use-confirmed.tsx';

type Props<R extends string> = {
  person: { userId: string; name: string; email: string | null; role: string };
  text: Record<'you' | 'owner' | 'moderator' | 'user', string> & { roleOf: (name: string) => string };
  /** The roles that can be given; any other one is the owner's, which is fixed. */
  roles: Readonly<Record<'moderator' | 'user', R>>;
  removeLabel: string;
  onGive: (role: R, returnTo: ReturnTo) => void;
  onRemove: (returnTo: ReturnTo) => void;
};

/** A person with a role in a group or a room. */
export function PersonRow<R extends string>({ person, text, roles, ...props }: Props<R>) {
  const { userId, name, email, role } = person;
  const me = useOwnUser();
  const opener = useRef<HTMLButtonElement>(null);
  const given = Object.values(roles).find((one) => one === role);
  return (
    <Row
      lead={<Avatar name={name} seed={userId} size={36} />}
      name={name}
      mark={userId === me.id && <RowTag>{text.you}</RowTag>}
      about={email !== null && <Name>{shownEmail(email)}</Name>}
      hasWideActions={given !== undefined}
      actions={
        given === undefined ? (
          <Text as="span" p="0 md" size="md" dim>
            {text.owner}
          </Text>
        ) : (
          <>
            <Choice
              label={text.roleOf(plainName(name))}
              icon={<IconUserCog size={18} />}
              options={[
                { value: roles.moderator, label: text.moderator },
                { value: roles.user, label: text.user },
              ]}
              value={given}
              onChange={(wanted) =>
                props.onGive(wanted === roles.moderator ? roles.moderator : roles.user, () => opener.current)
              }
            />
            <RowMenu ref={opener} name={name}>
              <RowMenuItem icon={IconUserMinus} isDanger onClick={props.onRemove}>
                {props.removeLabel}
              </RowMenuItem>
            </RowMenu>
          </>
        )
      }
    />
  );
}
