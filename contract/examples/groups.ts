import type { Answer, Body } from '../routes.ts';
import { chatIds, ids, listOf, owner, teacher, webUrl } from './ids.ts';

const Space = {
  id: ids.space,
  name: 'Spring course',
  description: 'Mathematics and sciences, February to June.',
  logo: 'https://school.example.org/logo.png',
  isPublic: false,
  ownerId: owner.userId,
  chatApplicationId: chatIds.app,
  roleInSpace: 'role_space_owner',
  createdAt: '2026-02-02T09:15:20.412Z',
} satisfies Answer<'getSpace'>;

const storage = {
  recordings: 3_912_004_781,
  uploads: 734_003_200,
  preparedVideos: 698_351_616,
  used: 5_344_359_597,
  limit: 20_000_000_000,
} satisfies Answer<'getSpaceStorage'>;

const deletion = {
  id: ids.space,
  name: Space.name,
  deletingAt: '2026-07-03T14:20:11.604Z',
  roomsLeft: 48_300,
} satisfies Answer<'listSpaceDeletions'>['items'][number];

const settings = {
  name: Space.name,
  isPublic: Space.isPublic,
  description: Space.description,
  logo: Space.logo,
} satisfies Body<'createSpace'>;

const Member = {
  ...teacher,
  role: 'role_space_moderator',
  createdAt: '2026-02-03T12:30:08.779Z',
} satisfies Answer<'updateMember'>;

const Invite = {
  id: ids.invite,
  role: 'role_space_moderator',
  status: 'unused',
  url: `${webUrl}/invite/${ids.space}/${ids.invite}`,
  usedBy: null,
  createdAt: '2026-02-03T09:20:31.150Z',
  expiresAt: '2026-03-05T09:20:31.150Z',
} satisfies Answer<'createInvite'>;

/** Groups, their members and invitations. */
export const groupModels = {
  Space,
  SpaceList: listOf(Space),
  GetSpaceStorageResponse: storage,
  SpaceDeletion: deletion,
  SpaceDeletionList: listOf(deletion),
  CreateSpaceRequest: settings,
  UpdateSpaceRequest: settings,
  TransferSpaceRequest: { userId: ids.teacher },
  Member,
  MemberList: listOf(Member),
  GetMemberResponse: { ...Member, unusedInvitesCount: 2, validAccessLinksCount: 14 },
  UpdateMemberRequest: { role: 'role_space_moderator', keepsAccessLinks: true },
  Invite,
  InviteList: listOf(Invite),
  CreateInviteRequest: { role: Invite.role, ttl: 2_592_000 },
  GetInviteResponse: {
    id: Invite.id,
    spaceId: Space.id,
    spaceName: Space.name,
    role: Invite.role,
    expiresAt: Invite.expiresAt,
  },
  ActivateInviteResponse: { spaceId: Space.id, role: Invite.role },
};

export const groupParameters = { spaceId: ids.space, inviteId: ids.invite };
