import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { useOwnUser } from '../../panel/context.ts';
import { PageHead } from '../../ui/page/head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CopyId } from '../../ui/parts/copy.tsx';
import { LinkButton } from '../../ui/parts/link-button.tsx';
import { AboutForm } from './about-form.tsx';
import { EmailForm } from './email-form.tsx';
import { IdentitySection } from './identity-section.tsx';
import { PasswordForm } from './password-form.tsx';

/** The account's settings; each part is saved separately. */
export function ProfilePage() {
  const text = useText('account');
  const me = useOwnUser();
  return (
    <>
      <PageHead title={text.profileTitle} />
      <Section title={text.aboutYou} text={text.aboutYouText}>
        <AboutForm />
      </Section>
      <Section title={text.emailTitle} text={text.emailText}>
        <EmailForm />
      </Section>
      <Section title={text.passwordTitle} text={text.passwordText}>
        <PasswordForm />
      </Section>
      <IdentitySection />
      <Section title={text.accountId} text={text.accountIdText}>
        <CopyId value={me.id} label={text.copyAccountId} />
      </Section>
      <Section title={text.deleteTitle} text={text.deleteText}>
        <div>
          <LinkButton to={pages.deleteAccount} variant="default" c="var(--danger-text)">
            {text.toDelete}
          </LinkButton>
        </div>
      </Section>
    </>
  );
}
