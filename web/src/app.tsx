import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useMemo } from 'react';
// First, because it orders the layers.
import './ui/theme/base.css';
import './ui/theme/mantine-styles.ts';
import { pages } from '../../contract/pages.ts';
import { PartBoundary } from './faults/part-boundary.tsx';
import { HomePage } from './features/home/home-page.tsx';
import { OutcomePage } from './features/outcome/outcome-page.tsx';
import { withTexts } from './i18n/language.ts';
import { readStored } from './kit/storage.ts';
import { accountKey } from './models/account/account-key.ts';
import { brand } from './models/brand/brand.ts';
import { aliasIn } from './models/visit/alias-in.ts';
import { RoomPage } from './room/room-page.tsx';
import { matchPath } from './routing/pattern.ts';
import { usePageAddress } from './routing/use-page-address.ts';
import { lazyComponent } from './ui/lazily.ts';
import { BrandContext } from './ui/page/logo.tsx';
import { themeWith } from './ui/theme/brand-colors.ts';
import { cssVariables } from './ui/theme/theme.ts';
import { useStore } from './ui/use-store.ts';

const PanelPages = lazyComponent(async () => (await withTexts('panel', import('./panel.tsx'))).default);
const DiagnosticsPage = lazyComponent(
  async () => (await withTexts('diagnostics', import('./features/diagnostics/diagnostics-page.tsx'))).default,
);
const RecordingsPage = lazyComponent(
  async () => (await withTexts('panel', import('./room/room-recordings.tsx'))).default,
);
const RecordingByLinkPage = lazyComponent(
  async () => (await withTexts('panel', import('./features/watching/link-page.tsx'))).default,
);
const CallsPage = lazyComponent(
  async () => (await withTexts('panel', import('./room/room-calls.tsx'))).default,
);
const RemindersPage = lazyComponent(async () => (await import('./features/reminders/stop-page.tsx')).default);

export function App() {
  const shown = useStore(brand);
  const theme = useMemo(() => themeWith(shown?.color), [shown?.color]);
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
        <BrandContext value={shown}>
          <PartBoundary
            part="page"
            fallback={() => <OutcomePage outcome="stuck" onAgain={() => window.location.reload()} />}
          >
            <Place />
          </PartBoundary>
        </BrandContext>
      </MantineProvider>
    </DirectionProvider>
  );
}

function Place() {
  const { path } = usePageAddress();
  const alias = aliasIn(path);
  if (alias) return <RoomPage alias={alias} />;
  const room = matchPath(pages.roomRecordings, path);
  if (room) return <RecordingsPage key={room.alias} {...room} />;
  const moderated = matchPath(pages.roomCalls, path);
  if (moderated) return <CallsPage key={moderated.alias} {...moderated} />;
  const email = matchPath(pages.reminders, path);
  if (email) return <RemindersPage {...email} />;
  if (path === pages.recordingByLink) return <RecordingByLinkPage />;
  if (path === pages.diagnostics) return <DiagnosticsPage />;
  // Signed-in people see their groups on the start page; everybody else waits for no request.
  if (path === pages.home && !readStored(accountKey)) return <HomePage />;
  if (Object.values(pages).some((pattern) => matchPath(pattern, path))) return <PanelPages />;
  return <OutcomePage outcome="nowhere" onAgain={() => window.location.assign('/')} />;
}
