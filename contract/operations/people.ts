import { route } from '../route.ts';

/** People by the integrator's `externalUserId`. */
export const personRoutes = {
  erasePerson: route({
    summary: "Erase a person's name, contacts and messages in the groups you own; counts stay",
    source: 'decisions 4 and 10',
    status: 204,
    errors: [],
  }),
};
