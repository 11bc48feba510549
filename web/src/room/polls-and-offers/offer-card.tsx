import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconX } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Offer } from '../../models/webinar/offers.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import css from './offer-card.module.css';

type Props = {
  offer: Omit<Offer, 'id'>;
  onClick?: () => void;
  /** Hides the card; a preview has no such button. */
  onHide?: (event: MouseEvent<HTMLElement>) => void;
};

/** An offer as viewers see it, on the dark ground of the webinar. */
export function OfferCard({ offer: { title, text: about, buttonText, url }, onClick, onHide }: Props) {
  const text = useText('webinarPlayer');
  return (
    <Row
      as="article"
      align="center"
      justify="between"
      gap="lg"
      p="md lg"
      pe="md"
      ground="stage-ground"
      className={css.offer}
    >
      <Text as="div" grow breaks className={onHide && css.beforeHide}>
        <Text as="h2" size="xl" weight={600}>
          {title}
        </Text>
        {about && (
          <Text mt="xs" size="md" clamp={3} tone="stage-dim">
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
        p="sm lg"
        tall={44}
        radius="md"
        tone="stage"
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
      {onHide && (
        <IconButton
          icon={IconX}
          size={40}
          className={css.hide ?? ''}
          aria-label={text.hideOffer(title)}
          title={text.hideOffer(title)}
          onClick={onHide}
        />
      )}
    </Row>
  );
}
