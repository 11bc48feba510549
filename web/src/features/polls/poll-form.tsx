import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { emptyForm, faultsOf, pollOf } from '../../models/polls/form.ts';
import { PollFields } from '../../room/polls-and-offers/poll-fields.tsx';
import { usePolls } from '../../room/room-parts.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import panel from '../../ui/parts/panel.module.css';
import { useStore } from '../../ui/use-store.ts';
import css from './poll-form.module.css';
import { usePollRequest } from './use-poll-request.ts';

/** Creates a poll, to be started at once or later, or changes a prepared one. */
export function PollFormView({ onClose }: { onClose: () => void }) {
  const text = useText('polls');
  const polls = usePolls();
  const { act, isBusy, trouble } = usePollRequest();
  const form = useStore(polls.draft.form);
  const changed = useStore(polls.draft.changed);
  const setForm = polls.draft.form.set;
  const [isTried, setTried] = useState(false);
  const question = useRef<HTMLTextAreaElement>(null);
  useEffect(() => question.current?.focus(), []);
  const faults = isTried ? faultsOf(form) : [];
  const save = async (isStarted: boolean): Promise<void> => {
    setTried(true);
    const missing = faultsOf(form);
    if (missing.includes('question')) question.current?.focus();
    if (missing.length > 0) return;
    const request = () =>
      changed === undefined ? polls.create(pollOf(form), isStarted) : polls.update(changed, pollOf(form));
    if (!(await act(request))) return;
    setForm(emptyForm);
    onClose();
  };
  // Ready answers replace nothing that was written.
  const isBlank = form.options.every(({ text }) => text.trim() === '');
  const fill = (answers: readonly string[]): void => {
    setForm({ ...form, options: answers.map((text, index) => ({ key: index + 1, text, isRight: false })) });
    // The buttons cannot be pressed any more.
    question.current?.focus();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save(true);
  };
  return (
    <Stack as="form" grow className={`${panel.panel} ${css.form}`} noValidate onSubmit={onSubmit}>
      <Stack gap="lg" p="xs lg lg" className={`${panel.scroll} ${css.fields}`}>
        <Row
          as="button"
          inline
          align="center"
          size="md"
          gap="sm"
          tall={44}
          self="start"
          dim
          hover="text"
          onClick={onClose}
        >
          <IconArrowLeft size={18} aria-hidden />
          {text.back}
        </Row>
        {changed === undefined && !form.isOpenEnded && <ReadyAnswers isBlocked={!isBlank} onChoose={fill} />}
        <PollFields form={form} faults={faults} questionRef={question} onChange={setForm} />
      </Stack>
      <Stack fixed gap="sm" p="md" rule="top">
        {trouble && (
          <Text role="alert" size="md" tone="danger">
            {trouble}
          </Text>
        )}
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {changed === undefined ? text.startNow : text.save}
        </Button>
        {changed === undefined && (
          <Button variant="default" size="md" fullWidth disabled={isBusy} onClick={() => void save(false)}>
            {text.keep}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

const letters = ['A', 'B', 'C', 'D'];

type ReadyProps = { isBlocked: boolean; onChoose: (answers: readonly string[]) => void };

/** Fills in answers that many polls have, for a question that is asked aloud. */
function ReadyAnswers({ isBlocked, onChoose }: ReadyProps) {
  const text = useText('polls');
  return (
    <Row wrap gap="sm" align="center" role="group" aria-label={text.readyAnswers}>
      {[[text.yes, text.no], letters].map((answers) => (
        <Button
          key={answers[0]}
          variant="default"
          mih={44}
          disabled={isBlocked}
          onClick={() => onChoose(answers)}
        >
          {answers.join(' / ')}
        </Button>
      ))}
    </Row>
  );
}
