import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { Offer } from '../../../models/webinar/offers.ts';
import css from './watch.module.css';

type Props = { offers: readonly Offer[]; onClick: (offerId: string) => void };

/** The offers that are open at the moment, as cards below the video. */
export function Offers({ offers, onClick }: Props) {
  const text = useText('webinarPlayer');
  const newest = offers.at(-1);
  return (
    <>
      <VisuallyHidden role="status">{newest && text.newOffer(newest.title)}</VisuallyHidden>
      {offers.length > 0 && (
        <section className={css.offers} aria-label={text.offers}>
          {offers.map(({ id, title, text: about, buttonText, url }) => (
            <article key={id} className={css.offer}>
              <div className={css.offerWords}>
                <h2 className={css.offerTitle}>{title}</h2>
                {about && <p className={css.offerText}>{about}</p>}
              </div>
              <a
                className={css.offerButton}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => onClick(id)}
              >
                {buttonText || text.open}
                <IconExternalLink size={16} aria-hidden />
                <VisuallyHidden>({text.newTab})</VisuallyHidden>
              </a>
            </article>
          ))}
        </section>
      )}
    </>
  );
}
