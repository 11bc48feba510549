/**
 * The parts of the product that the journeys of each folder of `web/e2e` open: folders of the page below `web/src` and
 * features of the server. A change there concerns them (`npm test -- --changed`).
 */
export const opened = {
  accounts: {
    web: ['features/account', 'features/home', 'models/account', 'panel'],
    server: ['auth', 'users', 'spaces'],
  },
  call: {
    web: [
      'features/stage',
      'features/slides',
      'features/boards',
      'features/outcome',
      'models/call',
      'models/gestures',
      'models/meeting',
      'models/permissions',
      'models/attendance',
      'models/slides',
      'models/board',
      'models/stage',
      'room',
      'sound',
    ],
    server: ['bbb', 'calls', 'gestures', 'participants', 'engines', 'stage', 'documents'],
  },
  chat: {
    web: ['features/chat', 'features/polls', 'models/chat', 'models/polls', 'models/live'],
    server: ['chat'],
  },
  entry: {
    web: [
      'features/entry',
      'features/waiting',
      'features/diagnostics',
      'models/diagnostics',
      'models/visit',
      'models/waiting',
      'routing',
    ],
    server: ['access-links', 'participants', 'diagnostics', 'page-errors'],
  },
  'other-browsers': { web: ['features/stage', 'models/call'], server: [] },
  panel: {
    web: ['features/spaces', 'features/attendance', 'features/integration', 'models/invitation', 'panel'],
    server: ['rooms', 'spaces', 'webhooks', 'people', 'reports', 'access-links', 'system'],
  },
  recordings: {
    web: ['features/content', 'models/recording'],
    server: ['records', 'transcription'],
  },
  webinars: {
    web: [
      'features/playbacks',
      'features/webinar',
      'features/watching',
      'features/reminders',
      'models/webinar',
      'models/upload',
    ],
    server: ['playbacks', 'videos', 'assets', 'reports'],
  },
};
