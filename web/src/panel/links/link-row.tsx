import {
  IconBan,
  IconEdit,
  IconHistory,
  IconLockOpen,
  IconShieldStar,
  IconUser,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { CopyIcon } from '../../ui/parts/copy.tsx';
import { Status, type Tone } from '../../ui/parts/status.tsx';
import { TimeAgo } from '../../ui/parts/time-ago.tsx';
import { Row, RowColumn, RowDetail, RowDetails, RowIcon } from '../list/row.tsx';
import { RowMenu, RowMenuItem } from '../list/row-menu.tsx';
import css from './links.module.css';
import type { AccessLink, LinkStatus } from './shared-room.ts';
import type { LinkActions } from './use-link-actions.ts';

export const linkTones: Record<LinkStatus, Tone> = {
  unused: 'quiet',
  used: 'good',
  expired: 'quiet',
  revoked: 'bad',
};

/** An expired link, or one bound to a browser, admits nobody else, so it is not offered for copying. */
export const isCopyable = (link: AccessLink): link is AccessLink & { url: string } =>
  link.url !== null && !link.isBound;

type Props = { link: AccessLink; actions: LinkActions; onLook: () => void; onChange: () => void };

export function LinkRow(props: Props) {
  const { link, onLook } = props;
  const text = useText('links');
  const Icon = link.role === 'moderator' ? IconShieldStar : IconUser;
  return (
    <Row
      lead={<RowIcon icon={Icon} />}
      name={link.username}
      onOpen={onLook}
      about={
        <RowDetails>
          {text[link.role]}
          {link.isPermanent && <RowDetail icon={<IconUsers aria-hidden />}>{text.permanent}</RowDetail>}
          {link.entriesCount > 0 && text.entries(link.entriesCount)}
        </RowDetails>
      }
      meta={
        <RowDetails>
          <LinkExpiry link={link} />
          <RowColumn>
            <Status tone={linkTones[link.status]}>{text[link.status]}</Status>
          </RowColumn>
        </RowDetails>
      }
      actions={
        <>
          {isCopyable(link) ? (
            <CopyIcon kind="link" value={link.url} label={text.copyLink(plainName(link.username))} />
          ) : (
            <span className={css.noCopy} />
          )}
          <LinkMenu {...props} />
        </>
      }
    />
  );
}

/** When it expires or expired. */
export function LinkExpiry({ link }: { link: AccessLink }) {
  const text = useText('links');
  // The status of an ended link says this already.
  if (link.revokedAt) return <TimeAgo at={link.revokedAt} />;
  if (link.status === 'expired') return <TimeAgo at={link.expiresAt} />;
  return (
    <>
      {text.expires} <TimeAgo at={link.expiresAt} />
    </>
  );
}

function LinkMenu({ link, actions, onLook, onChange }: Props) {
  const text = useText('links');
  const isOver = link.status === 'expired' || link.status === 'revoked';
  return (
    <RowMenu name={link.username}>
      <RowMenuItem icon={IconHistory} onClick={onLook}>
        {text.look}
      </RowMenuItem>
      {link.status !== 'revoked' && (
        <RowMenuItem icon={IconEdit} onClick={onChange}>
          {text.change}
        </RowMenuItem>
      )}
      {!isOver && link.isBound && (
        <RowMenuItem icon={IconLockOpen} onClick={(returnTo) => actions.release(link, returnTo)}>
          {text.release}
        </RowMenuItem>
      )}
      {link.status !== 'revoked' && (
        <RowMenuItem icon={IconBan} isDanger onClick={(returnTo) => actions.revoke(link, returnTo)}>
          {text.revoke}
        </RowMenuItem>
      )}
      {link.externalUserId !== null && (
        <RowMenuItem icon={IconUserOff} isDanger onClick={(returnTo) => actions.revokePerson(link, returnTo)}>
          {text.revokePerson}
        </RowMenuItem>
      )}
    </RowMenu>
  );
}
