import { useText } from '../../../i18n/language.ts';
import { offersIn } from '../../../models/webinar/offers.ts';
import { OfferCard } from '../../../room/polls-and-offers/offer-card.tsx';
import { VoteOptions } from '../../../room/polls-and-offers/vote-options.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { MarkedText } from '../../../ui/message/marked.tsx';
import { faultsOfDraft, type ItemDraft, sentItemOf } from './model/item-draft.ts';

/** The item as viewers see it. */
export function ItemPreview({ item }: { item: ItemDraft }) {
  const text = useText('timeline');
  const isComplete = Object.keys(faultsOfDraft(item)).length === 0;
  return (
    <Stack as="section" gap="sm" aria-label={text.preview}>
      <Text size="md" weight={500}>
        {text.preview}
      </Text>
      {isComplete ? (
        <Shown item={item} />
      ) : (
        <Text size="md" dim>
          {text.previewEmpty}
        </Text>
      )}
    </Stack>
  );
}

function Shown({ item }: { item: ItemDraft }) {
  const { poll, type, author, text } = item;
  if (type === 'message') return <ShownMessage author={author.trim()} text={text.trim()} />;
  if (type === 'poll') {
    const options = poll.options.filter(({ text: option }) => option.trim() !== '');
    return (
      <Text as="div" p="md lg" frame="line">
        <Text size="lg" weight={600} mb="sm" breaks>
          {poll.question.trim()}
        </Text>
        {!poll.isOpenEnded && (
          <VoteOptions
            options={options.map(({ key, text: option }) => ({ id: String(key), option: option.trim() }))}
            chosen={[]}
            isSingle={poll.isSingleChoice}
            isDisabled
          />
        )}
      </Text>
    );
  }
  const [offer] = offersIn([{ ...sentItemOf(item), id: item.key, until: null }]);
  return (
    <Text as="div" p="md" radius="md" ground="stage-tile" tone="stage">
      {offer && <OfferCard offer={offer} />}
    </Text>
  );
}

function ShownMessage({ author, text }: { author: string; text: string }) {
  const words = useText('timeline');
  return (
    <Text as="div" p="md lg" frame="line">
      <Text size="md" weight={600}>
        <bdi>{author}</bdi>{' '}
        <Text as="span" p="0 sm" radius="round" ground="accent-soft" size="xs" weight={500}>
          {words.organizer}
        </Text>
      </Text>
      <Text as="div" lines size="lg" mt="xs" breaks>
        <MarkedText text={text} />
      </Text>
    </Text>
  );
}
