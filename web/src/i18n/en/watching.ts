/** Texts about recordings, for people who attended. */
export const watching = {
  more: 'More recordings',
  running: 'The call is being recorded. The video appears here when it is ready.',
  coming: 'The video is being prepared. It appears here automatically.',
  unfinished: 'Not ready yet',
  nothingTitle: 'No recordings for you here',
  nothingText:
    'You see the recordings of calls that you attended, if the teacher shares them. Ask the person who invited you.',
  unknownText:
    'Recordings are for people who attended. Open the link that you joined with, or sign in with the account that you used.',
  signIn: 'Sign in',
  toRoom: 'Go to the room',
};
