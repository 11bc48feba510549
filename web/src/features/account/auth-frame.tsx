import type { ReactNode } from 'react';
import { Stack, Text } from '../../ui/layout/layout.tsx';
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
        <Text as="h1" weight={650} breaks className={css.title} ref={heading} tabIndex={-1}>
          {title}
        </Text>
        {about && (
          <Text mt="sm" size="lg" leading={1.5} dim breaks pretty>
            {about}
          </Text>
        )}
        {children}
        {ways && (
          <Stack gap="sm" size="lg" dim className={css.ways}>
            {ways}
          </Stack>
        )}
      </div>
    </Page>
  );
}
