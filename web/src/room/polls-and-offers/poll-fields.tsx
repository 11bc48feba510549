import { Button, SegmentedControl, Switch, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import {
  type AnswerKind,
  addOption,
  answerKindOf,
  answerKinds,
  type FormFault,
  longestText,
  mostOptions,
  type PollForm,
  withAnswerKind,
} from '../../models/polls/form.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { OptionRows } from './option-rows.tsx';
import css from './poll-fields.module.css';

type Props = {
  form: PollForm;
  faults: readonly FormFault[];
  /** Sentences of the server about the question and the options. */
  refused?: { question?: string | undefined; options?: string | undefined };
  questionRef?: Ref<HTMLTextAreaElement>;
  onChange: (form: PollForm) => void;
};

/** The fields of a poll: the question, and options or an open answer. */
export function PollFields({ form, faults, refused, questionRef, onChange }: Props) {
  const text = useText('polls');
  return (
    <>
      <Textarea
        ref={questionRef}
        label={text.question}
        placeholder={text.questionHint}
        value={form.question}
        rows={2}
        maxLength={longestText}
        error={faults.includes('question') ? text.faultQuestion : refused?.question}
        onChange={(event) => onChange({ ...form, question: event.currentTarget.value })}
      />
      <SegmentedControl
        fullWidth
        classNames={{ label: css.kind ?? '' }}
        aria-label={text.kind}
        value={answerKindOf(form)}
        data={answerKinds.map((value) => ({ value, label: text.kinds[value] }))}
        onChange={(kind) => onChange(withAnswerKind(form, kind as AnswerKind))}
      />
      {!form.isOpenEnded && (
        <Options form={form} fault={faultText(faults, text) ?? refused?.options} onChange={onChange} />
      )}
      <Switch
        label={text.areHidden}
        description={text.areHiddenHint}
        checked={form.areResultsHidden}
        onChange={(event) => onChange({ ...form, areResultsHidden: event.currentTarget.checked })}
      />
    </>
  );
}

type FaultTexts = Record<'faultOptions' | 'faultRight', string>;

const faultText = (faults: readonly FormFault[], text: FaultTexts): string | undefined => {
  if (faults.includes('options')) return text.faultOptions;
  return faults.includes('right') ? text.faultRight : undefined;
};

type OptionsProps = Pick<Props, 'form' | 'onChange'> & { fault: ReactNode };

function Options({ form, fault, onChange }: OptionsProps) {
  const text = useText('polls');
  const faultId = useId();
  const rows = useRef<HTMLDivElement>(null);
  const add = (): void => {
    onChange(addOption(form));
    setTimeout(() => {
      const inputs = rows.current?.querySelectorAll<HTMLInputElement>('input[type="text"]') ?? [];
      [...inputs].at(-1)?.focus();
    });
  };
  return (
    <Stack as="fieldset" gap="sm" aria-describedby={fault ? faultId : undefined}>
      <Text as="legend" size="md" weight={500} mb="sm">
        {text.options}
      </Text>
      <div ref={rows}>
        <OptionRows form={form} onChange={onChange} />
      </div>
      {form.options.length < mostOptions && (
        <Button
          variant="subtle"
          mih={44}
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={add}
        >
          {text.addOption}
        </Button>
      )}
      {fault && (
        <Text id={faultId} role="alert" size="md" tone="danger">
          {fault}
        </Text>
      )}
      <Switch
        label={text.isQuiz}
        description={text.isQuizHint}
        checked={form.isQuiz}
        onChange={(event) => onChange({ ...form, isQuiz: event.currentTarget.checked })}
      />
    </Stack>
  );
}
