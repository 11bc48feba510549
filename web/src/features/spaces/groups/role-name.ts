import type { Texts } from '../../../i18n/texts.ts';

export const spaceRoleName = (
  role: 'role_space_owner' | 'role_space_moderator' | 'role_space_user',
  text: Texts['groups'],
): string =>
  ({ role_space_owner: text.owner, role_space_moderator: text.moderator, role_space_user: text.user })[role];
