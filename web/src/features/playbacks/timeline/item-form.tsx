import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import type { FormFault } from '../../../models/polls/form.ts';
import { PollFields } from '../../../room/polls-and-offers/poll-fields.tsx';
import { Row, Stack } from '../../../ui/layout/layout.tsx';
import { faultsOfDraft, type ItemDraft, type ItemField } from './model/item-draft.ts';
import { secondText } from './model/seconds.ts';
import css from './timeline.module.css';
import type { Moment, TimelineEditing } from './use-timeline.ts';

type Props = { item: ItemDraft; editing: TimelineEditing; moment: Moment };
type Fields = {
  item: ItemDraft;
  errorAt: (field: ItemField) => string | undefined;
  change: (change: Partial<ItemDraft>) => void;
};

/** The fields of an item by its type. */
export function ItemForm({ item, editing, moment }: Props) {
  const fields: Fields = {
    item,
    errorAt: (field) => editing.errorAt(item, field),
    change: (change) => editing.change(item.key, change),
  };
  return (
    <Stack gap="lg" shrink>
      {item.type === 'offer' && <OfferFields {...fields} />}
      {item.type === 'poll' && <PollItemFields {...fields} />}
      {item.type === 'message' && <MessageFields {...fields} />}
      <Times {...fields} moment={moment} />
    </Stack>
  );
}

type TextField = 'title' | 'text' | 'buttonText' | 'url' | 'author';

/** The props of a text field of an item. */
const bound = ({ item, errorAt, change }: Fields, field: TextField) => ({
  autoComplete: 'off',
  value: item[field],
  error: errorAt(field),
  onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
});

function OfferFields(fields: Fields) {
  const text = useText('timeline');
  return (
    <>
      <TextInput label={text.title} wrapperProps={first} {...bound(fields, 'title')} />
      <Textarea label={text.optionalText} autosize minRows={2} maxRows={8} {...bound(fields, 'text')} />
      <TextInput label={text.buttonText} placeholder={text.buttonHint} {...bound(fields, 'buttonText')} />
      <TextInput
        label={text.url}
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        {...bound(fields, 'url')}
      />
    </>
  );
}

/** Marks the field that gets the focus when the item is opened for editing. */
const first = { 'data-first': true };

function MessageFields(fields: Fields) {
  const text = useText('timeline');
  return (
    <>
      <TextInput
        label={text.author}
        description={text.authorHint}
        wrapperProps={first}
        {...bound(fields, 'author')}
      />
      <Textarea label={text.text} autosize minRows={2} maxRows={8} {...bound(fields, 'text')} />
    </>
  );
}

function PollItemFields({ item, errorAt, change }: Fields) {
  const fields = ['question', 'options', 'right'] as const;
  const own = faultsOfDraft(item);
  const faults: FormFault[] = fields.filter((field) => errorAt(field) && own[field] === 'missing');
  return (
    <Stack data-first gap="lg" shrink>
      <PollFields
        form={item.poll}
        faults={faults}
        refused={{ question: errorAt('question'), options: errorAt('options') ?? errorAt('right') }}
        onChange={(poll) => change({ poll })}
      />
    </Stack>
  );
}

function Times({ moment, ...fields }: Fields & { moment: Moment }) {
  const text = useText('timeline');
  const { item, change } = fields;
  return (
    <>
      <TimeField {...fields} field="at" label={text.at} moment={moment} />
      {item.type !== 'message' && (
        <>
          <Switch
            label={text.untilEnd}
            checked={!item.hasEnd}
            onChange={(event) => change({ hasEnd: !event.currentTarget.checked })}
          />
          {item.hasEnd && <TimeField {...fields} field="until" label={text.until} moment={moment} />}
        </>
      )}
    </>
  );
}

type TimeProps = Fields & { field: 'at' | 'until'; label: string; moment: Moment };

/** A second of the video: typed, or taken from the video. */
function TimeField({ item, errorAt, change, field, label, moment: { at } }: TimeProps) {
  const text = useText('timeline');
  return (
    <Row gap="sm" align="start">
      <TextInput
        className={css.timeInput ?? ''}
        label={label}
        placeholder={text.timeHint}
        autoComplete="off"
        spellCheck={false}
        value={item[field]}
        error={errorAt(field)}
        onChange={(event) => change({ [field]: event.currentTarget.value })}
      />
      {at !== undefined && (
        <Button
          variant="default"
          className={css.take ?? ''}
          onClick={() => change({ [field]: secondText(at) })}
        >
          {text.takeCurrent} · {secondText(at)}
        </Button>
      )}
    </Row>
  );
}
