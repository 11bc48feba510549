export const faults = {
  page: 'Something went wrong on this page.',
  entry: 'The join form does not work.',
  preview: 'The camera preview does not work.',
  stage: 'Video cannot be shown.',
  controls: 'The call controls do not work.',
  people: 'The list of people does not work.',
  chat: 'The chat does not work.',
  chatAndMore:
    'The chat, polls, raised hands, waiting room and recording status do not work. The call continues.',
  polls: 'The polls do not work.',
  recording: 'The recording status cannot be shown.',
  gestures: 'Raised hands and reactions do not work.',
  waiting: 'The waiting room cannot be shown.',
  settings: 'The settings cannot be shown.',
  notices: 'Notices cannot be shown.',
  goesOn: 'Everything else continues.',
  again: 'Try again',
};
