import { pages } from '../../../../contract/pages.ts';
import { NowherePage } from '../../panel/nowhere-page.tsx';
import { matchPath } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { RecordingPage } from './recording-page.tsx';

export { Recordings } from './recordings.tsx';

/** The pages of recordings. The lists are on the pages of groups and rooms. */
export default function ContentPages() {
  const { path } = usePageAddress();
  const recording = matchPath(pages.groupRecording, path);
  return recording ? <RecordingPage key={recording.recordId} {...recording} /> : <NowherePage />;
}
