import { Menu, VisuallyHidden } from '@mantine/core';
import { IconLanguage, IconLogout, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { shownEmail } from '../../../../contract/email.ts';
import { pages } from '../../../../contract/pages.ts';
import { setLanguage, useLanguage, useText } from '../../i18n/language.ts';
import { languageName, languages } from '../../i18n/languages.ts';
import { navigate } from '../../routing/navigation.ts';
import { Avatar } from '../../ui/parts/initials-avatar.tsx';
import { useAccount, useOwnUser } from '../context.ts';
import classes from './shell.module.css';

/** The account, the language, and signing out. */
export function UserMenu() {
  const text = useText('shell');
  const ui = useText('ui');
  const account = useAccount();
  const me = useOwnUser();
  const language = useLanguage();
  const [trouble, setTrouble] = useState<string>();
  const others = languages.filter((one) => one !== language);

  return (
    <div className={classes.userPart}>
      <p className={classes.userTrouble} role="alert">
        {trouble}
      </p>
      <Menu
        withInitialFocusPlaceholder
        position="top-start"
        width="target"
        shadow="md"
        transitionProps={{ duration: 100 }}
      >
        <Menu.Target>
          <button type="button" className={classes.user}>
            <VisuallyHidden>{text.signedInAs(me.username)}</VisuallyHidden>
            <Avatar name={me.username} seed={me.id} size={32} />
            <span className={classes.userText}>
              <span className={classes.userName} aria-hidden>
                {me.username}
              </span>
              <span className={classes.userMail}>{shownEmail(me.email)}</span>
            </span>
            <IconSelector size={16} aria-hidden />
          </button>
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
    </div>
  );
}
