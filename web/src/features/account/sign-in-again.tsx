import { Button, Modal } from '@mantine/core';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { useAccount } from '../../panel/context.ts';
import { useOptions } from '../../panel/support/use-options.ts';
import { currentAddress } from '../../routing/navigation.ts';
import { withNext } from '../../routing/next.ts';
import css from '../../ui/form/dialog.module.css';
import { Text } from '../../ui/layout/layout.tsx';
import { ProviderButton } from './provider-button.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Covers the page after the sign-in expired: the person's input stays behind it, and pending requests are sent after
 * the next sign-in.
 */
export function SignInAgain({ email }: { email: string }) {
  const text = useText('account');
  const account = useAccount();
  const options = useOptions().value;
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={text.againTitle}
      centered
      size={440}
      radius="lg"
      transitionProps={{ duration: 120, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.6, blur: 6 }}
      classNames={{ title: css.title ?? '', body: css.body ?? '', header: css.firm ?? '' }}
    >
      <Text mt="sm" size="lg" dim breaks pretty>
        {text.againText}
      </Text>
      <SignInForm email={email} forgotHref={withNext(pages.forgotPassword, currentAddress())} />
      <ProviderButton provider={options?.provider} next={currentAddress()} others="above" />
      <Button mt={12} variant="default" size="md" fullWidth onClick={() => account.dropEndedSession()}>
        {text.otherAccount}
      </Button>
    </Modal>
  );
}
