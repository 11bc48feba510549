import { Button, SegmentedControl, Switch, Textarea } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import {
  addOption,
  emptyForm,
  type FormFault,
  faultsOf,
  longestText,
  mostOptions,
  type PollForm,
  pollOf,
} from '../../models/polls/form.ts';
import { usePolls } from '../../room/extras-context.tsx';
import { useStore } from '../../ui/use-store.ts';
import { OptionRows } from './option-rows.tsx';
import css from './poll-form.module.css';
import { usePollRequest } from './use-poll-request.ts';

/** Creates a poll, to be started at once or later. */
export function PollFormView({ onClose }: { onClose: () => void }) {
  const text = useText('polls');
  const polls = usePolls();
  const { act, isBusy, trouble } = usePollRequest();
  const form = useStore(polls.form);
  const setForm = polls.form.set;
  const [isTried, setTried] = useState(false);
  const question = useRef<HTMLTextAreaElement>(null);
  useEffect(() => question.current?.focus(), []);
  const faults = isTried ? faultsOf(form) : [];
  const save = async (isStarted: boolean): Promise<void> => {
    setTried(true);
    const missing = faultsOf(form);
    if (missing.includes('question')) question.current?.focus();
    if (missing.length > 0) return;
    if (!(await act(() => polls.create(pollOf(form), isStarted)))) return;
    setForm(emptyForm);
    onClose();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save(true);
  };
  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <div className={css.fields}>
        <button type="button" className={css.back} onClick={onClose}>
          <IconArrowLeft size={18} aria-hidden />
          {text.back}
        </button>
        <Textarea
          ref={question}
          label={text.question}
          placeholder={text.questionHint}
          value={form.question}
          rows={2}
          maxLength={longestText}
          error={faults.includes('question') ? text.faultQuestion : undefined}
          onChange={(event) => setForm({ ...form, question: event.currentTarget.value })}
        />
        <SegmentedControl
          fullWidth
          aria-label={text.kind}
          value={form.isOpenEnded ? 'open' : 'options'}
          data={[
            { value: 'options', label: text.kindOptions },
            { value: 'open', label: text.kindOpen },
          ]}
          onChange={(kind) => setForm({ ...form, isOpenEnded: kind === 'open' })}
        />
        {!form.isOpenEnded && <Options form={form} faults={faults} onChange={setForm} />}
      </div>
      <div className={css.foot}>
        {trouble && (
          <p role="alert" className={css.trouble}>
            {trouble}
          </p>
        )}
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {text.startNow}
        </Button>
        <Button variant="default" size="md" fullWidth disabled={isBusy} onClick={() => void save(false)}>
          {text.keep}
        </Button>
      </div>
    </form>
  );
}

type OptionsProps = { form: PollForm; faults: readonly FormFault[]; onChange: (form: PollForm) => void };

function Options({ form, faults, onChange }: OptionsProps) {
  const text = useText('polls');
  const faultId = useId();
  const rows = useRef<HTMLDivElement>(null);
  const fault = faults.includes('options')
    ? text.faultOptions
    : faults.includes('right')
      ? text.faultRight
      : undefined;
  const add = (): void => {
    onChange(addOption(form));
    setTimeout(() => {
      const inputs = rows.current?.querySelectorAll<HTMLInputElement>('input[type="text"]') ?? [];
      [...inputs].at(-1)?.focus();
    });
  };
  return (
    <fieldset className={css.options} aria-describedby={fault ? faultId : undefined}>
      <legend className={css.legend}>{text.options}</legend>
      <div ref={rows}>
        <OptionRows form={form} onChange={onChange} />
      </div>
      {form.options.length < mostOptions && (
        <Button
          variant="subtle"
          mih={44}
          leftSection={<IconPlus size={16} aria-hidden />}
          className={css.add ?? ''}
          onClick={add}
        >
          {text.addOption}
        </Button>
      )}
      {fault && (
        <p id={faultId} role="alert" className={css.trouble}>
          {fault}
        </p>
      )}
      <Switch
        label={text.isQuiz}
        description={text.isQuizHint}
        checked={form.isQuiz}
        onChange={(event) => onChange({ ...form, isQuiz: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
