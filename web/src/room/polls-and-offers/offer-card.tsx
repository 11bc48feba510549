import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import type { Offer } from '../../models/webinar/offers.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import css from './offer-card.module.css';

type Props = { offer: Omit<Offer, 'id'>; onClick?: () => void };

/** An offer as viewers see it, on the dark ground of the webinar. */
export function OfferCard({ offer: { title, text: about, buttonText, url }, onClick }: Props) {
  const text = useText('webinarPlayer');
  return (
    <Row as="article" align="center" justify="between" gap="lg" className={css.offer}>
      <Text as="div" shrink breaks>
        <Text as="h2" size="xl" weight={600}>
          {title}
        </Text>
        {about && (
          <Text mt="xs" size="md" className={css.text}>
            {about}
          </Text>
        )}
      </Text>
      <Row
        as="a"
        inline
        fixed
        align="center"
        gap="sm"
        size="lg"
        weight={600}
        breaks
        className={css.button}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onClick}
      >
        {buttonText || text.open}
        <IconExternalLink size={16} aria-hidden />
        <VisuallyHidden>({text.newTab})</VisuallyHidden>
      </Row>
    </Row>
  );
}
