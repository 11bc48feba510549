import { useText } from '../../../i18n/language.ts';
import { offersIn } from '../../../models/webinar/offers.ts';
import { OfferCard } from '../../../room/polls-and-offers/offer-card.tsx';
import { VoteOptions } from '../../../room/polls-and-offers/vote-options.tsx';
import { faultsOfDraft, type ItemDraft, sentItemOf } from './model/item-draft.ts';
import css from './preview.module.css';

/** The item as viewers see it. */
export function ItemPreview({ item }: { item: ItemDraft }) {
  const text = useText('timeline');
  const isComplete = Object.keys(faultsOfDraft(item)).length === 0;
  return (
    <section className={css.preview} aria-label={text.preview}>
      <p className={css.label}>{text.preview}</p>
      {isComplete ? <Shown item={item} /> : <p className={css.empty}>{text.previewEmpty}</p>}
    </section>
  );
}

function Shown({ item }: { item: ItemDraft }) {
  const { poll, type, author, text } = item;
  if (type === 'message') return <ShownMessage author={author.trim()} text={text.trim()} />;
  if (type === 'poll') {
    const options = poll.options.filter(({ text: option }) => option.trim() !== '');
    return (
      <div className={css.poll}>
        <p className={css.question}>{poll.question.trim()}</p>
        {!poll.isOpenEnded && (
          <VoteOptions
            options={options.map(({ key, text: option }) => ({ id: String(key), option: option.trim() }))}
            chosen={[]}
            isSingle={poll.isSingleChoice}
            isDisabled
          />
        )}
      </div>
    );
  }
  const [offer] = offersIn([{ ...sentItemOf(item), id: item.key, until: null }]);
  return <div className={css.stage}>{offer && <OfferCard offer={offer} />}</div>;
}

function ShownMessage({ author, text }: { author: string; text: string }) {
  const words = useText('timeline');
  return (
    <div className={css.message}>
      <p className={css.author}>
        <bdi>{author}</bdi> <span className={css.badge}>{words.organizer}</span>
      </p>
      <p className={css.text}>{text}</p>
    </div>
  );
}
