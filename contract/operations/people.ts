import { ofSelf } from '../permissions/permission.ts';
import { route, section } from '../route.ts';

/** People by the integrator's `externalUserId`. */
export const personRoutes = section('People', 'decisions 4 and 10', {
  erasePerson: route({
    path: 'DELETE /v1/people/:externalUserId',
    permission: ofSelf,
    forGroups: true,
    allowedFor: 'an account, for people of the groups that it owns',
    summary: "Erase a person's name, contacts and messages in the groups you own; counts stay",
  }),
});
