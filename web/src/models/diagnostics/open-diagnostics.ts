import { api } from '../../api/api.ts';
import { checkBrowser } from './browser-check.ts';
import { checkCamera, checkMicrophone } from './device-checks.ts';
import { Diagnostics } from './diagnostics.ts';
import { checkPath, checkSignalling } from './media-checks.ts';
import { checkServer } from './server-check.ts';
import { checkSocket } from './socket-check.ts';

/** Builds the tests from the browser, LiveKit and our server. */
export const openDiagnostics = (): Diagnostics =>
  new Diagnostics(
    {
      browser: checkBrowser,
      camera: checkCamera,
      microphone: checkMicrophone,
      server: checkServer,
      socket: checkSocket,
      signalling: checkSignalling,
      path: checkPath,
    },
    { start: () => api().startDiagnostics(), now: () => new Date() },
  );
