import { DirectionProvider, MantineProvider } from '@mantine/core';
import './ui/theme/mantine-styles.ts';
import './ui/theme/base.css';
import { pages } from '../../contract/pages.ts';
import { PartBoundary } from './faults/part-boundary.tsx';
import { HomePage } from './features/home/home-page.tsx';
import { OutcomePage } from './features/outcome/outcome-page.tsx';
import { loadPanelTexts } from './i18n/language.ts';
import { readStored } from './kit/storage.ts';
import { accountKey } from './models/account/account-key.ts';
import { aliasIn } from './models/visit/alias-in.ts';
import { RoomPage } from './room/room-page.tsx';
import { matchPath } from './routing/pattern.ts';
import { usePageAddress } from './routing/use-page-address.ts';
import { lazily } from './ui/lazily.ts';
import { cssVariables, theme } from './ui/theme/theme.ts';

const panel = lazily(async () => {
  const [part] = await Promise.all([import('./panel.tsx'), loadPanelTexts()]);
  return part;
});
const diagnostics = lazily(() => import('./features/diagnostics/diagnostics-page.tsx'));
const recordings = lazily(async () => {
  const [part] = await Promise.all([import('./room/room-recordings.tsx'), loadPanelTexts()]);
  return part;
});
const reminders = lazily(() => import('./features/reminders/stop-page.tsx'));

export function App() {
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
        <PartBoundary
          part="page"
          fallback={() => <OutcomePage outcome="stuck" onAgain={() => window.location.reload()} />}
        >
          <Place />
        </PartBoundary>
      </MantineProvider>
    </DirectionProvider>
  );
}

function Place() {
  const { path } = usePageAddress();
  const alias = aliasIn(path);
  if (alias) return <RoomPage alias={alias} />;
  const room = matchPath(pages.roomRecordings, path);
  if (room) return <RecordingsPage {...room} />;
  const email = matchPath(pages.reminders, path);
  if (email) return <RemindersPage {...email} />;
  if (path === pages.diagnostics) return <DiagnosticsPage />;
  // Signed-in people see their groups on the start page; everybody else waits for no request.
  if (path === pages.home && !readStored(accountKey)) return <HomePage />;
  if (Object.values(pages).some((pattern) => matchPath(pattern, path))) return <LoadedPanel />;
  return <OutcomePage outcome="nowhere" onAgain={() => window.location.assign('/')} />;
}

function RecordingsPage({ alias }: { alias: string }) {
  const part = recordings.usePart();
  return part ? <part.default key={alias} alias={alias} /> : null;
}

function RemindersPage(props: { reminderToken: string }) {
  const part = reminders.usePart();
  return part ? <part.default {...props} /> : null;
}

function DiagnosticsPage() {
  const part = diagnostics.usePart();
  return part ? <part.default /> : null;
}

function LoadedPanel() {
  const part = panel.usePart();
  return part ? <part.default /> : null;
}
