import { IconDoor } from '@tabler/icons-react';
import { pages } from '../../../contract/pages.ts';
import { useText } from '../i18n/language.ts';
import { PageHead } from '../ui/page/head.tsx';
import { EmptyState } from '../ui/page/states.tsx';
import { LinkButton } from '../ui/parts/link-button.tsx';

/** Inside the shell: an unknown address, or something that is gone. */
export function NowherePage() {
  const text = useText('shell');
  return (
    <>
      <PageHead title={text.nowhereTitle} />
      <EmptyState icon={IconDoor} title={text.nowhereText}>
        <LinkButton to={pages.groups}>{text.toGroups}</LinkButton>
      </EmptyState>
    </>
  );
}
