import type { ReactNode } from 'react';
import { Page } from '../../ui/page/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import css from './auth-frame.module.css';

type Props = {
  title: string;
  /** One sentence about the page. */
  about?: ReactNode;
  children: ReactNode;
  /** Below the form: links to other pages. */
  ways?: ReactNode;
};

/** The frame of the sign-in pages: one short form in the middle. */
export function AuthFrame({ title, about, children, ways }: Props) {
  const heading = useTitle(title);
  return (
    <Page homeHref="/">
      <div className={css.frame}>
        <h1 className={css.title} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about && <p className={css.about}>{about}</p>}
        {children}
        {ways && <div className={css.ways}>{ways}</div>}
      </div>
    </Page>
  );
}
