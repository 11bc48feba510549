import type { ComponentProps } from 'react';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import css from './banners.module.css';

type Props = ComponentProps<'div'> & { kind?: 'reconnecting' | 'silent' | 'hand' | 'sharing' };

export const Banner = ({ kind, ...props }: Props) => (
  <Row align="center" size="md" weight={500} className={css.banner} data-kind={kind} {...props} />
);

/** An event and its consequence. */
export const BannerWords = ({ children, more }: { children: string; more: string | undefined }) => (
  <Row as="span" wrap leading={1.35} className={css.lines}>
    {children}
    {more && (
      <Text as="span" weight={400} className={css.quiet}>
        {more}
      </Text>
    )}
  </Row>
);

const look = { as: 'button', inline: true, fixed: true, align: 'center', gap: 'sm', weight: 600 } as const;

export const BannerButton = (props: ComponentProps<'button'>) => (
  <Row {...look} type="button" className={css.act} {...props} />
);
