import { IconDoor } from '@tabler/icons-react';
import { pages } from '../../../contract/pages.ts';
import { useText } from '../i18n/language.ts';
import { Head } from '../ui/page/head.tsx';
import { LinkButton } from '../ui/page/link-button.tsx';
import { Blank } from '../ui/page/states.tsx';
import { shellMessages } from './shell/shell-messages.ts';

/** Inside the shell: an address that shows nothing, or what it showed is gone. */
export function NowherePage() {
  const text = useText(shellMessages);
  return (
    <>
      <Head title={text.nowhereTitle} />
      <Blank icon={<IconDoor size={24} stroke={1.5} />} title={text.nowhereText}>
        <LinkButton to={pages.groups}>{text.toGroups}</LinkButton>
      </Blank>
    </>
  );
}
