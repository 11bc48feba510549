import { Button, Divider } from '@mantine/core';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import type { SignInOptions } from '../../panel/support/use-options.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { Stack } from '../../ui/layout/layout.tsx';

type Props = {
  provider: SignInOptions['provider'] | undefined;
  /** The page to show after the sign-in. */
  next: string | undefined;
  /** Where the other ways to sign in are: "or" stands between. */
  others: 'above' | 'below';
  onBegin?: () => void;
};

/** Goes to the sign-in provider; nothing if the installation has none. */
export function ProviderButton({ provider, next, others, onBegin }: Props) {
  const text = useText('account');
  const api = useApi();
  const label = provider?.label ?? '';
  const begin = useSubmit(
    async () => {
      onBegin?.();
      const { url } = await api.beginProviderSignIn({ body: next ? { next } : {} });
      window.location.assign(url);
    },
    { away: text.providerAway(label) },
  );
  if (!provider) return null;
  const or = <Divider label={text.or} labelPosition="center" />;
  return (
    <Stack gap="md" mt={others === 'above' ? 'md' : undefined}>
      {others === 'above' && or}
      <ProblemLine of={begin} />
      <Button variant="default" size="md" fullWidth loading={begin.isBusy} onClick={() => void begin.run()}>
        {text.signInWith(label)}
      </Button>
      {others === 'below' && or}
    </Stack>
  );
}
