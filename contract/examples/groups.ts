import { chatIds, ids, owner, teacher, webUrl } from './ids.ts';

export const sampleSpace = {
  id: ids.space,
  name: 'Spring course',
  description: 'Mathematics and sciences, February to June.',
  logo: 'https://school.example.org/logo.png',
  isPublic: false,
  ownerId: owner.userId,
  chatApplicationId: chatIds.app,
  roleInSpace: 'role_space_owner',
  createdAt: '2026-02-02T09:15:20.412Z',
} as const;

export const sampleSpaceStorage = {
  recordings: 3_912_004_781,
  uploads: 734_003_200,
  preparedVideos: 698_351_616,
  used: 5_344_359_597,
  limit: 20_000_000_000,
} as const;

export const sampleSpaceDeletion = {
  id: ids.space,
  name: sampleSpace.name,
  deletingAt: '2026-07-03T14:20:11.604Z',
  roomsLeft: 48_300,
} as const;

export const sampleSpaceSettings = {
  name: sampleSpace.name,
  isPublic: sampleSpace.isPublic,
  description: sampleSpace.description,
  logo: sampleSpace.logo,
} as const;

export const sampleMember = {
  ...teacher,
  role: 'role_space_moderator',
  createdAt: '2026-02-03T12:30:08.779Z',
} as const;

export const sampleInvite = {
  id: ids.invite,
  role: 'role_space_moderator',
  status: 'unused',
  url: `${webUrl}/invite/${ids.space}/${ids.invite}`,
  usedBy: null,
  createdAt: '2026-02-03T09:20:31.150Z',
  expiresAt: '2026-03-05T09:20:31.150Z',
} as const;
