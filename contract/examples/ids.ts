/**
 * Values that several examples of the OpenAPI document share: one language school, one afternoon of lessons. The
 * lesson of the room "Algebra, group 7B" begins at 14:00 UTC on 17 March 2026 and is recorded.
 */
export const webUrl = 'https://meet.example.org';
export const alias = 'k7Qm2xVb9T';

export const ids = {
  space: '6650f3a94c1d2e7b8f0a1c35',
  webhook: '69a55b1cd0f2c7a93b6e2107',
  room: '6650f41be2a97d0c5b3f8814',
  playback: '6650f4b7d1c82e093a7f5b26',
  timeline: '6650f4b7d1c82e093a7f5b27',
  playbackEvent: '69ba6c10b3f7d24e8a915c03',
  playbackSession: '69ba6c10b3f7d24e8a915c04',
  viewing: '69edc58f40b72e9d16a8f3c4',
  viewerQuestion: '69edc7c4b5d08e3f61a92470',
  offer: '6650f4b7d1c82e093a7f5b28',
  timelinePoll: '6650f4b7d1c82e093a7f5b29',
  owner: '664b1d07f3c8a25e9d60b7e2',
  teacher: '664c82e5917ab30f46d2c8a1',
  invite: '66512a7d08be4f93c5716ad0',
  link: '69b95e20d47f31a8c06b92e4',
  call: '69b95f80a1c7e2403d8b56f9',
  teacherParticipant: '69b95f7e5b20c9d8e3f14a67',
  student: '69b95f9c83d6f07b1a2ec451',
  record: '69b9602d7e94a1b5c8d03f26',
  recordLink: '69b972fb5c08e3d1a64f9b72',
  segment: '69b96c0ad1f2843e7b50a921',
  asset: '69b8b2d4170c9ea653f8d240',
  document: '69b95afc2e8d7041c6b3f9a5',
  delivery: '69b96e41c3a5b9027fd8610e',
  session: '69b8d013f6e2a47b95c018dd',
  token: '69a41c5e2b7d80f3964ea1c7',
  spaceToken: '69a41d902b7d80f3964ea1d2',
  board: '69b9600b3fd82c71e5a04f96',
  auditEntry: '69b91f36c2a7e5104d83fb60',
} as const;

export const chatIds = {
  app: '1204',
  channel: '48213',
  teacher: '90517',
  student: '90533',
  question: '7301448',
  answer: '7301452',
  pin: '2207',
  poll: '5120',
} as const;

export const roomName = 'Algebra, group 7B';
export const password = 'correct-horse-battery-staple';
export const clientSecret = 'Hn4vYc8TqLw2ZrXe6BsKp9MdJf3GuAa5';
export const customField = '3f2b8c1e-6d47-4a95-b0e8-71c9d25fa634';
export const externalUser = 'student-1042';
export const externalMeeting = 'algebra-7b-2026-03-17';

export const owner = {
  userId: ids.owner,
  username: 'Margaret Ellis',
  email: 'margaret.ellis@school.example.org',
} as const;
export const teacher = {
  userId: ids.teacher,
  username: 'Daniel Hughes',
  email: 'daniel.hughes@school.example.org',
} as const;
export const student = {
  name: 'Amelia Clarke',
  email: 'amelia.clarke@example.org',
  phone: '+44 20 7946 0958',
} as const;

/** The month of the lessons. */
export const samplePeriod = {
  dateFrom: '2026-03-01T00:00:00.000Z',
  dateTo: '2026-04-01T00:00:00.000Z',
} as const;
