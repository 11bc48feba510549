import { IconDevices, IconPlugConnected, IconUser, IconUsersGroup } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { Link } from '../../routing/link.tsx';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { Logo } from '../../ui/page/logo.tsx';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

type Icon = ComponentType<{ size: number; stroke: number }>;

/** The navigation and the account menu. */
export function Sidebar({ isInDrawer = false }: { isInDrawer?: boolean }) {
  const text = useText('shell');
  return (
    <div className={classes.sidebar}>
      {!isInDrawer && (
        <Link to={pages.groups} className={classes.home}>
          <Logo />
        </Link>
      )}
      <nav className={classes.nav} aria-label={text.main}>
        <Item to={pages.groups} icon={IconUsersGroup} label={text.groups} hasParts />
        <p className={classes.navTitle}>{text.account}</p>
        <Item to={pages.profile} icon={IconUser} label={text.profile} />
        <Item to={pages.sessions} icon={IconDevices} label={text.sessions} />
        <Item to={pages.integration} icon={IconPlugConnected} label={text.integration} hasParts />
      </nav>
      <UserMenu />
    </div>
  );
}

type ItemProps = {
  to: string;
  icon: Icon;
  label: string;
  /** The entry is current on the pages below it too. */
  hasParts?: boolean;
};

function Item({ to, icon: Picture, label, hasParts = false }: ItemProps) {
  const { path } = usePageAddress();
  const isHere = path === to || (hasParts && path.startsWith(`${to}/`));
  return (
    <Link to={to} className={classes.item} aria-current={isHere ? 'page' : undefined}>
      <Picture size={20} stroke={1.6} />
      {label}
    </Link>
  );
}
