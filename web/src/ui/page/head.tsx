import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Link } from '../../routing/link.tsx';
import { PageTitle, Row, Stack, Text } from '../layout/layout.tsx';
import { Name } from '../parts/name.tsx';
import { useTitle } from '../use-title.ts';
import css from './head.module.css';

type Crumb = { name: string; to: string };

type HeadProps = {
  title: string;
  /** Replaces the title while it is being edited. */
  editor?: ReactNode;
  /** The breadcrumbs, the outermost first. */
  crumbs?: Crumb[];
  crumbsLabel?: string;
  about?: ReactNode;
  actions?: ReactNode;
};

/** The head of a page: breadcrumbs, title, main actions. */
export function PageHead({ title, editor, crumbs = [], crumbsLabel, about, actions }: HeadProps) {
  const heading = useTitle(title);
  return (
    <Text as="header" mb="xl">
      {crumbs.length > 0 && (
        <Row as="nav" gap="xs" align="center" shrink mb="sm" size="md" dim aria-label={crumbsLabel}>
          {crumbs.map(({ name, to }, index) => (
            <Fragment key={to}>
              {index > 0 && <IconChevronRight size={14} aria-hidden />}
              <Link className={css.crumb} to={to}>
                <Name>{name}</Name>
              </Link>
            </Fragment>
          ))}
        </Row>
      )}
      <Row wrap align="start" justify="between" gap="md xl">
        <div className={css.words}>
          {editor ? (
            <Row align="center" tall={40}>
              {editor}
            </Row>
          ) : (
            <PageTitle clamp={2} title={title} ref={heading} tabIndex={-1}>
              <bdi>{title}</bdi>
            </PageTitle>
          )}
          {about && (
            <Stack gap="sm" mt="sm" size="md" dim breaks measure={70}>
              {about}
            </Stack>
          )}
        </div>
        {actions && (
          <Row gap="sm" wrap align="center">
            {actions}
          </Row>
        )}
      </Row>
    </Text>
  );
}

export type Tab = { to: string; label: string; isHere: boolean; mark?: string | undefined };

/** The tabs of a page, each with its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const here = tabs.find(({ isHere }) => isHere)?.to;

  useLayoutEffect(() => {
    const tabsNow = nav.current;
    if (!tabsNow || !here) return;
    // On a narrow screen the tabs are wider than the page, also once a device is turned.
    const show = (): void => {
      const tab = tabsNow.querySelector<HTMLElement>('[aria-current]');
      if (tab) tabsNow.scrollLeft = tab.offsetLeft - (tabsNow.clientWidth - tab.offsetWidth) / 2;
    };
    show();
    const observer = new ResizeObserver(show);
    observer.observe(tabsNow);
    return () => observer.disconnect();
  }, [here]);

  const [more, setMore] = useState({ before: false, after: false });
  const look = useCallback((): void => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = nav.current ?? {};
    // Negative in a page from right to left.
    const scrolled = Math.abs(scrollLeft);
    const next = { before: scrolled > 4, after: scrolled + clientWidth < scrollWidth - 4 };
    setMore((known) => (known.before === next.before && known.after === next.after ? known : next));
  }, []);
  useLayoutEffect(() => {
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  });

  return (
    <Row
      ref={nav}
      as="nav"
      className={css.tabs}
      aria-label={label}
      data-before={more.before || undefined}
      data-after={more.after || undefined}
      onScroll={look}
    >
      {tabs.map(({ to, label: name, isHere, mark }) => (
        <Link key={to} className={css.tab} to={to} aria-current={isHere ? 'page' : undefined}>
          {name}
          {mark && <span className={css.mark} role="img" aria-label={mark} title={mark} />}
        </Link>
      ))}
    </Row>
  );
}
