/** Whether the program was called by `deploy/bin/lectern`, of a service or in a container, which sets the title. */
const isInstalled = process.title === 'lectern';

/** How the operator calls this program: the beginning of each command in texts. */
export const invocation = isInstalled ? 'lectern' : 'npm run lectern --';

/** The same without lines of npm on standard output. */
export const silentInvocation = isInstalled ? 'lectern' : 'npm run -s lectern --';

/** The commands that start the server. */
export const startCommands = isInstalled
  ? '"systemctl start lectern" or "docker compose up -d"'
  : '"npm start"';
