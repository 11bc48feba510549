import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { insertClick, type OfferClick } from './offers.store.ts';
import { shownItemsOf } from './open-items.store.ts';

/** Counts a click on an offer that the viewer has seen, also on one that has just closed. */
export async function clickOffer(db: Db, click: OfferClick, second: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const items = await shownItemsOf(trx, click.sessionId);
    const offer = items.find(({ id, kind }) => id === click.itemId && kind === 'offer');
    if (!offer || offer.atSecond > second) refuse('not_found');
    await insertClick(trx, click);
  });
}
