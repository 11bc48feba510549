export const home = {
  title: 'Meetings and webinars on a server of your own',
  about:
    'Lectern runs the online classes of a learning platform. Whoever is invited gets a personal link and needs nothing but a browser.',
  label: 'Room link or code',
  placeholder: 'For example, aB3_dE9-xY',
  open: 'Open',
  signIn: 'Sign in',
  missing: 'Paste the link or write the code of the room',
  bad: 'This is neither a room’s link nor its ten-character code',
  developers: 'Building on it?',
  docs: 'Read the API reference',
};
