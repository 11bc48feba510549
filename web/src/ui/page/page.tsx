import type { ReactNode } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import classes from './page.module.css';

export type PageProps = {
  children: ReactNode;
  /** The link of the logo; undefined where an accidental click would lose something. */
  homeHref?: string;
  /** In the header, beside the language. */
  aside?: ReactNode;
};

/** The frame of every page outside the call: logo, language, centered content. */
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
