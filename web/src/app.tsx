import { MantineProvider } from '@mantine/core';
import './ui/mantine-styles.ts';
import './ui/base.css';
import { HomePage } from './features/home/home-page.tsx';
import { OutcomePage } from './features/outcome/outcome-page.tsx';
import { aliasIn } from './place.ts';
import { RoomPage } from './room-page.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { cssVariables, theme } from './ui/theme.ts';

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
      <ErrorBoundary fallback={<OutcomePage outcome="stuck" onAgain={() => window.location.reload()} />}>
        <Place path={window.location.pathname} />
      </ErrorBoundary>
    </MantineProvider>
  );
}

function Place({ path }: { path: string }) {
  const alias = aliasIn(path);
  if (alias) return <RoomPage alias={alias} />;
  if (path === '/') return <HomePage />;
  return <OutcomePage outcome="nowhere" onAgain={() => window.location.assign('/')} />;
}
