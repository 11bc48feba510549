import { IconUserOff } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { StatePage } from '../../../ui/page/state-page.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';

/** Confirms that the account of the person was deleted. */
export function AccountDeletedPage() {
  const text = useText('deletion');
  return (
    <StatePage
      icon={IconUserOff}
      title={text.doneTitle}
      actions={
        <LinkButton to={pages.home} size="md">
          {text.toStart}
        </LinkButton>
      }
    >
      <p>{text.doneText}</p>
    </StatePage>
  );
}
