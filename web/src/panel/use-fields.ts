import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { focusFirst } from '../ui/form/first-fault.ts';
import { type Submit, useSubmit } from './use-submit.ts';

type Field<V> = keyof V & string;
type Values = Record<string, unknown>;

/** The package does not export the type of its form. */
type Form<V extends Values> = Pick<
  ReturnType<typeof useForm<V>>,
  'values' | 'getInputProps' | 'setFieldValue' | 'setValues' | 'reset'
>;

type Options<V> = {
  initialValues: V;
  /** Returns a sentence for each wrong field. It runs when the form is sent, and from then on at each change. */
  validate: (values: V) => Partial<Record<Field<V>, string | false | undefined>>;
  /** `validate` also runs before the form is sent the first time. */
  isCheckedAtOnce?: boolean;
  send: (values: V) => Promise<unknown>;
  /** Sentences for the error codes of the server. */
  refusals?: Record<string, string>;
  /** Sentences for the fields that the server refuses, instead of the server's own. */
  fieldRefusals?: Record<string, string>;
  /** The field that gets the focus when the server refuses the request. */
  focusAfterRefusal?: Field<V>;
};

export type Fields<V extends Values> = {
  form: Form<V>;
  submit: Submit<[V]>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** A form: its values, what is wrong with them, and what the server answered. */
export function useFields<V extends Values>(options: Options<V>): Fields<V> {
  const { isCheckedAtOnce = false, fieldRefusals = {}, focusAfterRefusal } = options;
  const [isTried, setTried] = useState(isCheckedAtOnce);
  const submit = useSubmit(options.send, options.refusals);
  const form = useForm<V>({
    initialValues: options.initialValues,
    validate: options.validate,
    validateInputOnChange: isTried,
    onValuesChange: submit.touch,
    enhanceGetInputProps: ({ field, inputProps }) => ({
      name: field,
      error: inputProps.error ?? submit.fault(field, fieldRefusals[field]),
    }),
  });
  const onSubmit = form.onSubmit(
    async (values, event) => {
      const element = event?.currentTarget;
      setTried(true);
      if (await submit.run(values)) setTried(isCheckedAtOnce);
      else if (element && focusAfterRefusal) focusFirst(element, [focusAfterRefusal]);
    },
    (errors, _, event) => {
      setTried(true);
      if (event) focusFirst(event.currentTarget, Object.keys(errors));
    },
  );
  return { form, submit, onSubmit };
}
