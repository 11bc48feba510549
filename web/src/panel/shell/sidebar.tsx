import { Menu, VisuallyHidden } from '@mantine/core';
import {
  IconDevices,
  IconLanguage,
  IconLogout,
  IconPlugConnected,
  IconSelector,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { shownEmail } from '../../../../contract/email.ts';
import { pages } from '../../../../contract/pages.ts';
import { setLanguage, useLanguage, useText } from '../../i18n/language.ts';
import { languageName, languages } from '../../i18n/languages.ts';
import { Link } from '../../routing/link.tsx';
import { navigate } from '../../routing/navigation.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Logo } from '../../ui/page/logo.tsx';
import { Avatar } from '../../ui/parts/initials-avatar.tsx';
import { useAccount, useOwnUser } from '../context.ts';
import classes from './shell.module.css';

type Icon = ComponentType<{ size: number; stroke: number }>;

/** The navigation and the account menu. */
export function Sidebar({ isInDrawer = false }: { isInDrawer?: boolean }) {
  const text = useText('shell');
  return (
    <Stack className={classes.sidebar}>
      <Stack as="nav" gap="xs" grow aria-label={text.main}>
        {!isInDrawer && (
          <Link to={pages.groups} className={classes.home}>
            <Logo />
          </Link>
        )}
        <Item to={pages.groups} icon={IconUsersGroup} label={text.groups} hasParts />
        <Text className={classes.navTitle} size="xs" weight={500} dim>
          {text.account}
        </Text>
        <Item to={pages.profile} icon={IconUser} label={text.profile} />
        <Item to={pages.sessions} icon={IconDevices} label={text.sessions} />
        <Item to={pages.integration} icon={IconPlugConnected} label={text.integration} hasParts />
      </Stack>
      <UserMenu />
    </Stack>
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
    <Row
      as={Link}
      to={to}
      p="sm md"
      tall={40}
      radius="sm"
      leading={1.35}
      dim
      className={classes.item}
      gap="md"
      align="center"
      size="lg"
      weight={500}
      aria-current={isHere ? 'page' : undefined}
    >
      <Picture size={20} stroke={1.6} />
      {label}
    </Row>
  );
}

/** The account, the language, and signing out. */
function UserMenu() {
  const text = useText('shell');
  const ui = useText('ui');
  const account = useAccount();
  const me = useOwnUser();
  const language = useLanguage();
  const [trouble, setTrouble] = useState<string>();
  const others = languages.filter((one) => one !== language);

  return (
    <Text as="div" p="md 0 0">
      <Text hidesEmpty className={classes.userTrouble} size="sm" tone="danger" role="alert">
        {trouble}
      </Text>
      <Menu
        withInitialFocusPlaceholder
        position="top-start"
        width="target"
        shadow="md"
        transitionProps={{ duration: 100 }}
      >
        <Menu.Target>
          <Row as="button" gap="sm" p="sm" full radius="md" dim className={classes.user} align="center">
            <VisuallyHidden>{text.signedInAs(me.username)}</VisuallyHidden>
            <Avatar name={me.username} seed={me.id} size={32} />
            <Stack as="span" grow>
              <Text as="span" size="md" weight={500} tone="text" truncate aria-hidden>
                {me.username}
              </Text>
              <Text as="span" size="xs" truncate>
                {shownEmail(me.email)}
              </Text>
            </Stack>
            <IconSelector size={16} aria-hidden />
          </Row>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((other) => (
            <Menu.Item
              key={other}
              leftSection={<IconLanguage size={18} aria-hidden />}
              lang={other}
              closeMenuOnClick={false}
              onClick={async () => {
                setTrouble((await setLanguage(other)) ? undefined : ui.languageFailed);
              }}
            >
              {languageName(other)}
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<IconLogout size={18} aria-hidden />}
            onClick={() => {
              setTrouble(undefined);
              account.signOut().then(
                // Leave this page: the next person who signs in should not see it.
                (url) => (url ? window.location.assign(url) : navigate(pages.signIn, { replace: true })),
                () => setTrouble(text.signOutFailed),
              );
            }}
          >
            {text.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Text>
  );
}
