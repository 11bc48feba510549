import { MantineProvider } from '@mantine/core';
import './ui/mantine-styles.ts';
import './ui/base.css';
import { HomePage } from './features/home/home-page.tsx';
import { theme } from './ui/theme.ts';

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <HomePage />
    </MantineProvider>
  );
}
