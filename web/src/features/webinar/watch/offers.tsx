import { VisuallyHidden } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import type { Offer } from '../../../models/webinar/offers.ts';
import { OfferCard } from '../../../room/polls-and-offers/offer-card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
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
        <Stack as="section" fixed gap="sm" className={css.offers} aria-label={text.offers}>
          {offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} onClick={() => onClick(offer.id)} />
          ))}
        </Stack>
      )}
    </>
  );
}
