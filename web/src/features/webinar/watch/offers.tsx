import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, useId, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Offer } from '../../../models/webinar/offers.ts';
import { OfferCard } from '../../../room/polls-and-offers/offer-card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import css from './watch.module.css';

type Props = {
  offers: readonly Offer[];
  /** There is no space below the video: a button with the title opens the cards over it. */
  isFolded: boolean;
  onClick: (offerId: string) => void;
};

/** The offers that are open at the moment and that the viewer has not hidden, as cards below the video. */
export function Offers({ offers, isFolded, onClick }: Props) {
  const text = useText('webinarPlayer');
  const cardsId = useId();
  const [hiddenIds, setHiddenIds] = useState<readonly string[]>([]);
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = offers.filter(({ id }) => !hiddenIds.includes(id));
  const [newest, newestShown] = [offers.at(-1), shown.at(-1)];
  const hide = (id: string, { currentTarget }: MouseEvent<HTMLElement>): void => {
    // The focused button disappears with its card.
    currentTarget.closest<HTMLElement>('section[tabindex]')?.focus();
    setHiddenIds((before) => [...before, id]);
    setUnfolded(false);
  };
  return (
    <>
      <VisuallyHidden role="status">{newest && text.newOffer(newest.title)}</VisuallyHidden>
      {newestShown && isFolded && (
        <Text
          as="button"
          size="md"
          weight={600}
          truncate
          className={css.offersButton}
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? cardsId : undefined}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <bdi>{newestShown.title}</bdi>
        </Text>
      )}
      {newestShown && (isUnfolded || !isFolded) && (
        <Stack as="section" id={cardsId} fixed gap="sm" className={css.offers} aria-label={text.offers}>
          {shown.map((offer) => (
            <OfferCard
              key={offer.id}
              offer={offer}
              onClick={() => onClick(offer.id)}
              onHide={(event) => hide(offer.id, event)}
            />
          ))}
        </Stack>
      )}
    </>
  );
}
