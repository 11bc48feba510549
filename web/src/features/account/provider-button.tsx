import { Button } from '@mantine/core';
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
};

/** Goes to the sign-in provider; nothing if the installation has none. */
export function ProviderButton({ provider, next }: Props) {
  const text = useText('account');
  const api = useApi();
  const label = provider?.label ?? '';
  const begin = useSubmit(
    async () => {
      const { url } = await api.beginProviderSignIn({ body: next ? { next } : {} });
      window.location.assign(url);
    },
    { away: text.providerAway(label) },
  );
  if (!provider) return null;
  return (
    <Stack gap="md" mt="md">
      <ProblemLine of={begin} />
      <Button variant="default" size="md" fullWidth loading={begin.isBusy} onClick={() => void begin.run()}>
        {text.signInWith(label)}
      </Button>
    </Stack>
  );
}
