import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
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
      <Row as="header" gap="lg" align="center" justify="between" className={classes.header}>
        {homeHref ? (
          <Row as="a" inline radius="sm" href={homeHref}>
            <Logo />
          </Row>
        ) : (
          <Logo />
        )}
        <Row gap="sm" align="center">
          <LanguageSwitch />
          {aside}
        </Row>
      </Row>
      <Row as="main" align="center" justify="center" grow full className={classes.main}>
        {children}
      </Row>
    </>
  );
}
