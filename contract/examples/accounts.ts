import { ids, owner, student, teacher } from './ids.ts';

export const samplePassword = 'correct-horse-battery-staple';
export const sampleClientId = '664b1d07f3c8a25e9d60b7e2';
export const sampleClientSecret = 'Hn4vYc8TqLw2ZrXe6BsKp9MdJf3GuAa5';

export const sampleUser = {
  id: ids.teacher,
  email: teacher.email,
  username: teacher.username,
  phone: '+44 20 7946 0112',
  createdAt: '2026-01-19T08:42:17.305Z',
} as const;

export const sampleOwnUser = {
  id: ids.owner,
  email: owner.email,
  username: owner.username,
  phone: null,
  createdAt: '2026-01-12T10:05:44.918Z',
  plan: 'business',
} as const;

export const sampleMeetingSettings = { spaceId: ids.space, roomId: ids.room } as const;

export const samplePersonalToken = {
  id: ids.token,
  name: 'Timetable import',
  createdAt: '2026-03-01T11:02:54.660Z',
  lastUsedAt: '2026-03-17T13:30:02.118Z',
} as const;

export const sampleSession = {
  id: ids.session,
  kind: 'browser',
  isCurrent: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
  ip: '192.0.2.44',
  createdAt: '2026-03-17T07:58:27.002Z',
  lastUsedAt: '2026-03-17T13:52:10.431Z',
} as const;

export const sampleGetIdentityResponse = {
  hasPassword: true,
  identity: {
    issuer: 'https://id.school.example.org',
    email: owner.email,
    linkedAt: '2026-02-02T09:15:00.412Z',
    lastUsedAt: '2026-03-17T07:58:27.002Z',
  },
} as const;

export const sampleRegisterRequest = {
  email: teacher.email,
  password: samplePassword,
  username: teacher.username,
  phone: sampleUser.phone,
  spaceId: ids.space,
  inviteId: ids.invite,
} as const;

export const sampleLinkSession = {
  access_token: 'lls_J8nRw4TzQk2VxYc7BmLp5SdHf9GuEa1o',
  expires_in: 86_400,
  spaceId: ids.space,
  roomId: ids.room,
  participantName: student.name,
  role: 'user',
  isNameAsked: false,
  known: ['email'],
} as const;
