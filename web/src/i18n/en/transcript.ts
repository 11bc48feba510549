import { plural } from '../plural.ts';

/** The transcript of a recording, beside its player. */
export const transcript = {
  title: 'Transcript',
  loading: 'Loading the transcript',
  list: 'What was said',
  search: 'Search in the transcript',
  found: (current: number, count: number) => `${current} of ${count}`,
  notFound: 'No matches',
  matches: (count: number) => plural('en', count, { one: '# match', other: '# matches' }),
  previous: 'Previous match',
  next: 'Next match',
  speaker: 'Speaker',
  everybody: 'All speakers',
  follow: 'Follow',
  followHint: 'Scroll along with the video again',
  playFrom: (time: string) => `Play from ${time}`,
  corrected: 'Corrected',
  correctedHint: 'Someone corrected this part. Edit it to see the original.',

  edit: (time: string) => `Edit what was said at ${time}`,
  editTitle: 'Edit',
  text: 'Text',
  speakerField: 'Speaker',
  textMissing: 'Enter the text',
  speakerMissing: 'Enter a name',
  save: 'Save',
  cancel: 'Cancel',
  original: 'Original',
  restore: 'Restore the original',
  keys: 'Enter saves, Esc cancels',
  renameOthers: (name: string, count: number) =>
    `Also rename ${name} in ${plural('en', count, { one: '# other part', other: '# other parts' })}`,
  conflict:
    'Someone else changed the transcript in the meantime. Your correction is saved; the latest text is shown.',
  partGone:
    'This part no longer exists: the transcript was created again. Copy your text and reload the page.',

  highlights: 'Highlights',
  highlightsText: 'Sentences from the recording that carry the most content. They are quotes, not a summary.',
  summary: 'Summary',
  summaryText: 'Written by a language model from the transcript. Check what matters in the recording.',
  tasks: 'Tasks',
  chapters: 'Chapters',
  speakers: 'Speakers',
  speakersText: 'Speaking time. Select a speaker to see only their words.',
  share: (time: string, percent: string) => `${time}, ${percent}`,
  showAll: (count: number) => plural('en', count, { one: 'Show # more', other: 'Show # more' }),
  rename: (name: string) => `Rename ${name} in the whole transcript`,
  renameTitle: 'Rename in the whole transcript',
  renameAll: (name: string, count: number) =>
    `New name of ${name} in ${plural('en', count, { one: '# part', other: '# parts' })} of the transcript`,
  restoreNames: (name: string) => `Restore the original name of ${name}`,
  restoreNamesTitle: 'Restore the original name',
  showLess: 'Show less',

  actions: 'Transcript actions',
  vtt: 'Subtitles (.vtt)',
  srt: 'Subtitles (.srt)',
  txt: 'Text (.txt)',
  json: 'Data (.json)',
  downloads: 'Download',
  again: 'Create again',
  remove: 'Delete transcript',
  removeTitle: 'Delete the transcript?',
  removeText:
    'The text, its corrections and the summary are deleted for everyone. The video stays. This cannot be undone.',
  create: 'Create transcript',
  createTitle: 'Create a transcript',
  createAgainTitle: 'Create the transcript again?',
  createAgainText: 'The new transcript replaces this one, and corrections are lost.',
  language: 'Language of the recording',
  auto: 'Detect automatically',

  noneTitle: 'No transcript',
  noneText: 'A transcript shows who said what, and finds every word in the recording.',
  noneOfReader: 'Nobody has created a transcript of this recording.',
  waitingTitle: 'The transcript is waiting',
  waitingText: 'It starts automatically when the server has time. You can leave this page.',
  runningTitle: 'The transcript is being created',
  runningText: 'It appears here automatically. You can leave this page.',
  progress: 'Progress of the transcript',
  percent: (share: string) => `${share} done`,
  failedTitle: 'The transcript could not be created',
  unavailableTitle: 'Transcripts are not available',
  unavailableText: 'The plan of this account has no transcripts, or they are not set up on this server.',
  setUp: 'How to set up transcripts',
  silentTitle: 'No speech was found',
  silentText: 'Nobody spoke in this recording, or the speech was too quiet to recognise.',
  tryAgain: 'Try again',

  transcription_unavailable: 'Transcripts are not available for this account.',
  engine_unavailable:
    'Speech recognition on this server is not working at the moment. Recordings wait, and their transcripts are created when it works again. The service administrator finds the cause in the log.',
  forbidden: 'Your role has changed. You can no longer do this.',
};

/** Why there is no transcript, by the contract's word for it, and what to do. */
export const transcriptFailures = {
  no_audio: 'The recording has no sound: no microphone was on during the call.',
  too_long: 'The recording is longer than the speech service accepts. Download the video and split it.',
  corrupted: 'The sound of the recording could not be read. Creating the transcript again may help.',
  language_unsupported: 'The speech service does not support this language. Try again with another one.',
  engine_unavailable:
    'The speech service was not available for a day. Try again later, or contact the service administrator.',
  unknown: 'An unexpected error occurred. Try again; if it fails again, contact the service administrator.',
};

/** The obstacles to transcription, by the contract's word for each. */
export const transcriptObstacles = {
  plan: "The plan of this group's owner does not include transcripts.",
  engine:
    'Speech recognition is not set up on this server. The service administrator sets LECTERN_SPEECH_MODEL or LECTERN_SPEECH_URL.',
};

/** The state of a transcript in the list of recordings. */
export const transcriptMarks = {
  ready: 'Transcript',
  readyHint: 'This recording has a transcript.',
  running: 'Transcribing',
  runningShare: (share: string) => `Transcribing, ${share}`,
  failed: 'No transcript',
};

/** The search over all recordings of a group. */
export const spokenSearch = {
  label: 'Search in what was said',
  results: 'Found in what was said',
  count: (count: number) => plural('en', count, { one: '# place found', other: '# places found' }),
  none: 'Nobody said that',
  noneText: 'Only recordings with a transcript are searched. Try fewer or other words.',
  more: 'Show more',
  close: 'Back to recordings',
  openAt: (name: string, time: string) => `${name}, at ${time}`,
};
