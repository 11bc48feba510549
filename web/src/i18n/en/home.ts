export const home = {
  title: 'Meetings and webinars on your own server',
  about:
    'Online classes for your learning platform. Participants open a personal link in their browser and install nothing.',
  label: 'Room link or code',
  placeholder: 'For example, kdm-4tz-9wx',
  open: 'Open',
  signIn: 'Sign in',
  missing: 'Paste a link or enter a room code',
  bad: 'Enter a room link or its code, for example kdm-4tz-9wx',
  developers: 'Are you a developer?',
  docs: 'Read the API reference',
};
