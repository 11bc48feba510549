import { useText } from '../../../i18n/language.ts';
import { PageHead } from '../../../ui/page/head.tsx';

type Props = { spaceId: string; playbackId: string; sessionId: string };

export function SessionReportPage(_props: Props) {
  const text = useText('playbackPage');
  return <PageHead title={text.sessions} />;
}
