import { useEffect } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { useAccountState } from '../../panel/context.ts';
import { Support } from '../../panel/support/support.tsx';
import { useOptions } from '../../panel/support/use-options.ts';
import { Link } from '../../routing/link.tsx';
import { navigateToNext } from '../../routing/navigate-to-next.ts';
import { parseAddress } from '../../routing/navigation.ts';
import { safeNext, withNext } from '../../routing/next.ts';
import { matchPath } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ProviderButton } from './provider-button.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useInvite } from './use-invite.ts';

/** Signs in, and continues to the page that the person wanted. */
export function SignInPage() {
  const text = useText('account');
  const { search } = usePageAddress();
  const next = safeNext(search.get('next'));
  const state = useAccountState();
  const options = useOptions().value;
  const isIn = state.phase === 'in' && !state.isEnded;
  useEffect(() => {
    if (isIn) navigateToNext(next, { replace: true });
  }, [isIn, next]);

  const invitation = next ? matchPath(pages.invite, parseAddress(next).path) : undefined;
  const invite = useInvite(invitation).value;
  const mayRegister = options?.registration === 'open' || invitation !== undefined;
  return (
    <AuthFrame
      title={invite ? text.signInToGroup(plainName(invite.spaceName)) : text.signInTitle}
      ways={
        <>
          <p>
            {text.haveCode} <a href={pages.home}>{text.enterCode}</a>
          </p>
          {mayRegister && (
            <p>
              {text.noAccount} <Link to={withNext(pages.register, next)}>{text.toRegister}</Link>
            </p>
          )}
          <Support address={options?.supportAddress} />
        </>
      }
    >
      <SignInForm forgotHref={withNext(pages.forgotPassword, next)} />
      <ProviderButton provider={options?.provider} next={next} others="above" />
    </AuthFrame>
  );
}
