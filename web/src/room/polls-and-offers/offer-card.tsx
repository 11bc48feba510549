import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import type { Offer } from '../../models/webinar/offers.ts';
import css from './offer-card.module.css';

type Props = { offer: Omit<Offer, 'id'>; onClick?: () => void };

/** An offer as viewers see it, on the dark ground of the webinar. */
export function OfferCard({ offer: { title, text: about, buttonText, url }, onClick }: Props) {
  const text = useText('webinarPlayer');
  return (
    <article className={css.offer}>
      <div className={css.words}>
        <h2 className={css.title}>{title}</h2>
        {about && <p className={css.text}>{about}</p>}
      </div>
      <a className={css.button} href={url} target="_blank" rel="noopener noreferrer" onClick={onClick}>
        {buttonText || text.open}
        <IconExternalLink size={16} aria-hidden />
        <VisuallyHidden>({text.newTab})</VisuallyHidden>
      </a>
    </article>
  );
}
