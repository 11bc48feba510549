import type { ReactNode } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import classes from './page.module.css';

export type PageProps = {
  children: ReactNode;
  /** Where the mark leads; a page that somebody is in the middle of has no way out by accident. */
  homeHref?: string;
  /** In the header, beside the language. */
  aside?: ReactNode;
};

/** The frame of every page but the call: the mark, the language, one thing in the middle. */
export function Page({ children, homeHref, aside }: PageProps) {
  return (
    <>
      <header className={classes.header}>
        {homeHref ? (
          <a className={classes.home} href={homeHref}>
            <Logo />
          </a>
        ) : (
          <Logo />
        )}
        <div className={classes.aside}>
          <LanguageSwitch />
          {aside}
        </div>
      </header>
      <main className={classes.main}>{children}</main>
    </>
  );
}
