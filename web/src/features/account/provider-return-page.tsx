import { useEffect, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { useAccount, useAccountState } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { Support } from '../../panel/support/support.tsx';
import { useOptions } from '../../panel/support/use-options.ts';
import { useSubmit } from '../../panel/use-submit.ts';
import { navigateToNext } from '../../routing/navigate-to-next.ts';
import { DialogError } from '../../ui/form/dialog.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { LinkButton } from '../../ui/parts/link-button.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** The parameters of the provider's redirect that the server verifies. */
const names = ['state', 'code', 'iss', 'error'] as const;

/** Takes the parameters out of the address, so that neither the history nor a report of an error has them. */
function takeParameters(): Partial<Record<(typeof names)[number], string>> {
  const search = new URLSearchParams(window.location.search);
  window.history.replaceState(window.history.state, '', pages.providerReturn);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** The provider sends people here. They continue to the page that they wanted, or read why they cannot. */
export function ProviderReturnPage() {
  const text = useText('account');
  const account = useAccount();
  const isIn = useAccountState().phase === 'in';
  const options = useOptions().value;
  const [parameters] = useState(takeParameters);
  const { state } = parameters;
  const finish = useSubmit(
    async () => {
      if (state === undefined) return;
      // The answer to the first request of the page must not come after the sign-in.
      await account.start();
      const next = await account.finishProviderSignIn({ ...parameters, state });
      navigateToNext(next, { replace: true });
    },
    {
      away: text.providerAway(options?.provider?.label ?? ''),
      provider_off: text.provider_sign_in_over,
      provider_refused: text.provider_refused,
      provider_sign_in_failed: text.provider_sign_in_failed,
      provider_sign_in_over: text.provider_sign_in_over,
      provider_email_unverified: text.provider_email_unverified,
      validation_failed: text.provider_sign_in_failed,
      link_needed: text.link_needed,
      registration_by_invite: text.provider_by_invite,
      account_disabled: text.account_disabled,
      identity_taken: text.identity_taken,
      identity_linked: text.identity_linked,
      invite_used: text.inviteUsed,
      invite_expired: text.inviteExpired,
      invite_revoked: text.inviteRevoked,
    },
  );
  const { run } = finish;
  useEffect(() => void run(), [run]);

  const isOver = state === undefined;
  const hasFailed = isOver || finish.problem !== undefined;
  return (
    <AuthFrame
      title={hasFailed ? (isIn ? text.notLinked : text.notSignedIn) : text.returnTitle}
      ways={hasFailed && <Support address={options?.supportAddress} />}
    >
      <Stack gap="md" mt="xl">
        {!hasFailed && (
          <Text size="md" dim hidesEmpty>
            {text.returnText}
          </Text>
        )}
        {isOver && <DialogError>{text.provider_sign_in_over}</DialogError>}
        <ProblemLine of={finish} />
        {hasFailed && (
          <LinkButton size="md" to={isIn ? pages.profile : pages.signIn}>
            {isIn ? text.backToProfile : text.signIn}
          </LinkButton>
        )}
      </Stack>
    </AuthFrame>
  );
}
