import type { NewPoll } from './api.ts';

/** The kinds of answers, as people choose them. */
export const answerKinds = ['single', 'several', 'open'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export type FormOption = { key: number; text: string; isRight: boolean };

/** A poll that is being written. */
export type PollForm = {
  question: string;
  isOpenEnded: boolean;
  isSingleChoice: boolean;
  areResultsHidden: boolean;
  isQuiz: boolean;
  options: FormOption[];
};

export type FormFault = 'question' | 'options' | 'right';

export const longestText = 250;
export const longestAnswer = 1_000;
export const fewestOptions = 2;
export const mostOptions = 20;

export const emptyForm: PollForm = {
  question: '',
  isOpenEnded: false,
  isSingleChoice: true,
  areResultsHidden: false,
  isQuiz: false,
  options: [
    { key: 1, text: '', isRight: false },
    { key: 2, text: '', isRight: false },
  ],
};

type WrittenPoll = Omit<NewPoll, 'question'> & { question?: string };

/** The form of a poll that was written before. */
export function formOf({ question = '', options = [], withAnswer, ...poll }: WrittenPoll): PollForm {
  const rows = options.map(({ option, valid }, index) => ({
    key: index + 1,
    text: option,
    isRight: valid ?? false,
  }));
  return {
    question,
    isOpenEnded: poll.isOpenEnded ?? false,
    isSingleChoice: poll.isOpenEnded ? emptyForm.isSingleChoice : (poll.isSingleChoice ?? false),
    areResultsHidden: poll.areResultsHidden ?? false,
    isQuiz: withAnswer ?? false,
    options: rows.length < fewestOptions ? emptyForm.options : rows,
  };
}

export const answerKindOf = ({ isOpenEnded, isSingleChoice }: PollForm): AnswerKind => {
  if (isOpenEnded) return 'open';
  return isSingleChoice ? 'single' : 'several';
};

export const withAnswerKind = (form: PollForm, kind: AnswerKind): PollForm => ({
  ...form,
  isOpenEnded: kind === 'open',
  isSingleChoice: kind === 'single',
});

export function addOption(form: PollForm): PollForm {
  if (form.options.length >= mostOptions) return form;
  const key = Math.max(0, ...form.options.map((option) => option.key)) + 1;
  return { ...form, options: [...form.options, { key, text: '', isRight: false }] };
}

export function removeOption(form: PollForm, key: number): PollForm {
  if (form.options.length <= fewestOptions) return form;
  return { ...form, options: form.options.filter((option) => option.key !== key) };
}

export function changeOption(
  form: PollForm,
  key: number,
  change: Partial<Omit<FormOption, 'key'>>,
): PollForm {
  return {
    ...form,
    options: form.options.map((option) => (option.key === key ? { ...option, ...change } : option)),
  };
}

/** Moves an option to another position. */
export function moveOption(form: PollForm, key: number, to: number): PollForm {
  const moved = form.options.find((option) => option.key === key);
  if (!moved || to < 0 || to >= form.options.length) return form;
  const rest = form.options.filter((option) => option !== moved);
  return { ...form, options: rest.toSpliced(to, 0, moved) };
}

const filled = ({ options }: PollForm): FormOption[] => options.filter(({ text }) => text.trim() !== '');

/** The missing fields; empty options do not count. */
export function faultsOf(form: PollForm): FormFault[] {
  const faults: FormFault[] = [];
  if (form.question.trim() === '') faults.push('question');
  if (form.isOpenEnded) return faults;
  if (filled(form).length < fewestOptions) faults.push('options');
  else if (form.isQuiz && !filled(form).some(({ isRight }) => isRight)) faults.push('right');
  return faults;
}

export function pollOf(form: PollForm): NewPoll {
  const { isOpenEnded, isSingleChoice, areResultsHidden, isQuiz } = form;
  const question = form.question.trim();
  const common = { question, isOpenEnded, areResultsHidden };
  if (isOpenEnded) return { ...common, isSingleChoice: false, withAnswer: false, options: [] };
  const options = filled(form).map(({ text, isRight }) => ({
    option: text.trim(),
    valid: isQuiz && isRight,
  }));
  return { ...common, isSingleChoice, withAnswer: isQuiz, options };
}
