import { IconDoor } from '@tabler/icons-react';
import { pages } from '../../../contract/pages.ts';
import { useText } from '../i18n/language.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { useTitle } from '../ui/use-title.ts';
import { shellMessages } from './shell-messages.ts';

/** Inside the shell: an address that shows nothing, or what it showed is gone. */
export function NowherePage() {
  const text = useText(shellMessages);
  const heading = useTitle(text.nowhereTitle);
  return (
    <EmptyState
      icon={IconDoor}
      heading={
        <h1 ref={heading} tabIndex={-1}>
          {text.nowhereTitle}
        </h1>
      }
      action={<LinkButton to={pages.groups}>{text.toGroups}</LinkButton>}
    >
      {text.nowhereText}
    </EmptyState>
  );
}
