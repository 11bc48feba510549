import { Menu } from '@mantine/core';
import { IconBan, IconHistory, IconLockOpen, IconShieldStar, IconUser, IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Column, Fact, Facts, Row, Tile } from '../../../panel/list/row.tsx';
import { RowMenu } from '../../../panel/list/row-menu.tsx';
import { CopyIcon } from '../../../ui/page/copy.tsx';
import { Status, type Tone } from '../../../ui/page/status.tsx';
import { When } from '../../../ui/page/when.tsx';
import type { AccessLink, LinkStatus } from '../model/types.ts';
import css from './links.module.css';
import { linkMessages } from './messages.ts';
import type { LinkDeeds } from './use-link-deeds.ts';

export const linkTones: Record<LinkStatus, Tone> = {
  unused: 'quiet',
  used: 'good',
  expired: 'quiet',
  revoked: 'bad',
};

/** A link that is over, or that belongs to a browser already, admits nobody to whom it would be handed. */
export const isCopyable = (link: AccessLink): link is AccessLink & { url: string } =>
  link.url !== null && !link.isBound;

type Props = { link: AccessLink; deeds: LinkDeeds; onLook: () => void };

export function LinkRow({ link, deeds, onLook }: Props) {
  const text = useText(linkMessages);
  const Icon = link.role === 'moderator' ? IconShieldStar : IconUser;
  return (
    <Row
      lead={
        <Tile>
          <Icon size={20} stroke={1.6} aria-hidden />
        </Tile>
      }
      name={link.username}
      onOpen={onLook}
      about={
        <Facts>
          <Fact>{text[link.role]}</Fact>
          {link.isPermanent && <Fact icon={<IconUsers aria-hidden />}>{text.permanent}</Fact>}
          {link.entriesCount > 0 && <Fact>{text.entries(link.entriesCount)}</Fact>}
        </Facts>
      }
      meta={
        <Facts>
          <Fact>
            <End link={link} />
          </Fact>
          <Column>
            <Status tone={linkTones[link.status]}>{text[link.status]}</Status>
          </Column>
        </Facts>
      }
      actions={
        <>
          {isCopyable(link) ? (
            <CopyIcon kind="link" value={link.url} label={text.copyLink(plainName(link.username))} />
          ) : (
            <span className={css.noCopy} />
          )}
          <LinkMenu link={link} deeds={deeds} onLook={onLook} />
        </>
      }
    />
  );
}

/** When it ends, or ended. */
export function End({ link }: { link: AccessLink }) {
  const text = useText(linkMessages);
  // The status says already what became of one that is over.
  if (link.revokedAt) return <When at={link.revokedAt} />;
  if (link.status === 'expired') return <When at={link.expiresAt} />;
  return (
    <>
      {text.expires} <When at={link.expiresAt} />
    </>
  );
}

function LinkMenu({ link, deeds, onLook }: Props) {
  const text = useText(linkMessages);
  const opener = useRef<HTMLButtonElement>(null);
  const back = () => opener.current;
  const isOver = link.status === 'expired' || link.status === 'revoked';
  return (
    <RowMenu ref={opener} name={link.username}>
      <Menu.Item leftSection={<IconHistory size={18} aria-hidden />} onClick={onLook}>
        {text.look}
      </Menu.Item>
      {!isOver && link.isBound && (
        <Menu.Item
          leftSection={<IconLockOpen size={18} aria-hidden />}
          onClick={() => deeds.release(link, back)}
        >
          {text.release}
        </Menu.Item>
      )}
      {link.status !== 'revoked' && (
        <Menu.Item
          color="var(--danger-text)"
          leftSection={<IconBan size={18} aria-hidden />}
          onClick={() => deeds.revoke(link, back)}
        >
          {text.revoke}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
