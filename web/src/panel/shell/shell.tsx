import { Drawer } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Link } from '../../routing/link.tsx';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { Grid } from '../../ui/layout/layout.tsx';
import { Logo } from '../../ui/page/logo.tsx';
import { RecordNewsNote } from '../record-news/record-news-note.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The frame of all pages of a signed-in person: navigation on the left, the page on the right. */
export function Shell({ children }: { children: ReactNode }) {
  const text = useText('shell');
  const { path } = usePageAddress();
  // The menu is open at one address only, so navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === path;
  const close = (): void => setOpenAt(undefined);

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        {text.skip}
      </a>
      <div className={classes.side}>
        <Sidebar />
      </div>
      <header className={classes.bar}>
        <Link to="/groups" className={classes.home}>
          <Logo />
        </Link>
        <Grid
          as="button"
          square={44}
          radius="round"
          center
          aria-label={text.menu}
          aria-expanded={isOpen}
          onClick={() => setOpenAt(path)}
        >
          <IconMenu2 size={22} aria-hidden />
        </Grid>
      </header>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        size={300}
        title={text.menu}
        transitionProps={{ duration: 150 }}
        closeButtonProps={{ 'aria-label': text.closeMenu, icon: <IconX size={20} aria-hidden />, size: 44 }}
        classNames={{ body: classes.drawer ?? '', title: classes.drawerTitle ?? '' }}
      >
        <Sidebar isInDrawer />
      </Drawer>
      <main className={classes.main} id="page" tabIndex={-1}>
        <div className={classes.page}>{children}</div>
      </main>
      <RecordNewsNote />
    </div>
  );
}
