import { pages } from '../../../../contract/pages.ts';
import { NowherePage } from '../../panel/nowhere-page.tsx';
import { matchPath } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { lazily } from '../../ui/lazily.ts';
import { PageSkeleton } from '../../ui/page/states.tsx';

/** Loaded when a call is opened: the lists need neither charts nor tables. */
const callPage = lazily(() => import('./call/call-page.tsx'));

export { AttendanceGrid } from './grid/attendance-grid.tsx';
export { Calls } from './list/calls.tsx';

/** The page of a call. The lists of calls and the attendance grids are on the pages of groups and rooms. */
export default function AttendancePages() {
  const { path } = usePageAddress();
  const call = matchPath(pages.groupRoomCall, path);
  const part = callPage.usePart();
  if (!call) return <NowherePage />;
  return part ? <part.CallPage key={call.callId} {...call} /> : <PageSkeleton />;
}
