import type { ComponentProps } from 'react';
import { Pill, Row, Text } from '../../../ui/layout/layout.tsx';
import css from './banners.module.css';

type Props = ComponentProps<'div'> & { kind?: 'reconnecting' | 'silent' | 'hand' | 'sharing' };

export const Banner = ({ kind, ...props }: Props) => (
  <Row
    align="center"
    size="md"
    weight={500}
    gap="sm"
    p="xs lg"
    pe="sm"
    mt="sm"
    tall={44}
    radius="md"
    ground="stage-raised"
    className={css.banner}
    data-kind={kind}
    {...props}
  />
);

/** An event and its consequence. */
export const BannerWords = ({ children, more }: { children: string; more: string | undefined }) => (
  <Row as="span" wrap leading={1.35} gap="0 sm">
    {children}
    {more && (
      <Text as="span" weight={400} className={css.quiet}>
        {more}
      </Text>
    )}
  </Row>
);

export const BannerButton = (props: ComponentProps<'button'>) => (
  <Pill fixed size="md" weight={600} tall={36} className={css.act} {...props} />
);
