import type { ReactNode } from 'react';
import { PageTitle, Stack, Text } from '../../ui/layout/layout.tsx';
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
        <PageTitle ref={heading} tabIndex={-1}>
          {title}
        </PageTitle>
        {about && (
          <Text mt="sm" size="lg" dim breaks pretty>
            {about}
          </Text>
        )}
        {children}
        {ways && (
          <Stack gap="sm" size="lg" dim p="lg 0 0" mt="xl" rule="top" hidesEmpty links>
            {ways}
          </Stack>
        )}
      </div>
    </Page>
  );
}
