import { plural } from '../plural.ts';

export const recordings = {
  list: 'Recordings',
  search: 'Search recordings',
  empty: 'No recordings yet',
  emptyHint:
    'In the room, a moderator selects “Record the call”. To record automatically, see Permissions in the room’s settings.',
  state: 'State',
  anyState: 'Any state',
  new: 'Starting',
  recording: 'Recording',
  processing: 'Processing',
  finished: 'Finished',
  aborted: 'Discarded',
  failed: 'Failed',
  uploading: (share: string) => `Saving, ${share}`,
  abortedText: 'Stopped within 3 seconds of its start. Nothing was saved.',
  startedAutomatically: 'Started automatically',
  startedBy: (name: string) => `Started by ${name}`,
  partial: 'Partial',
  partialText: 'Part of the call is missing: a process or the disk failed during the recording.',
  uneven: 'Uneven quality',
  unevenText: (what: string) => `The server was overloaded: video may stutter. ${what}`,
  smaller: (lines: number) => `Resolution drops to ${lines} lines in places.`,
  slower: (fps: string) => `Frame rate drops to ${fps} per second in places.`,
  late: (count: number) =>
    plural('en', count, {
      one: '# frame freezes briefly.',
      other: '# frames freeze briefly.',
    }),
  silent: (seconds: string) => `Missing sound: ${seconds}.`,
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  rename: 'Rename',
  renameOf: (name: string) => `New name for ${name}`,
  nameMissing: 'Enter a name',
  share: 'Share with those who attended',
  shareText:
    'They open the link that they joined with or, if they have an account, the address that you copy here. It ends when you turn this off, delete the recording or revoke their link.',
  copyShared: 'Copy address for them',
  readyNews: (name: string) => `“${name}” is ready.`,
  watch: 'Watch',
  dismiss: 'Dismiss',
  link: 'Download link',
  linkText:
    'Anyone with this link can download the recording without an account for 24 hours. After that, create a new one.',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText: 'The video will be deleted for everyone, and links to it stop working. This cannot be undone.',
  removeEmptyText: 'There is no video. Only the entry in the list will be deleted.',
  record_active: 'The recording is still running. Stop it in the room, then wait until it is ready.',
  record_not_ready: 'The recording is not ready yet.',
  forbidden: 'Your role has changed. You can no longer do this.',
};

/** Why there is no video, by the contract's word for it. */
export const recordFailures = {
  recorder_busy: 'No recorder was free.',
  no_picture: 'No video arrived within 10 seconds, so nothing was recorded.',
  recorder_lost: 'The recorder stopped before anything was saved.',
  media_lost: 'The connection to the call was lost before anything was saved.',
  disk_full: 'The server’s disk was full.',
  room_deleted: 'The room was deleted during the recording.',
  broken: 'The recording could not be turned into a video.',
};

/** The page of one recording. */
export const recordPage = {
  where: 'Breadcrumb',
  groups: 'Groups',
  content: 'Content',
  copyPage: 'Copy link to this page',
  startingTitle: 'The recording is starting',
  startingText: 'It starts with the first picture.',
  recordingTitle: 'Recording in progress',
  recordingText: 'The video appears here automatically when the recording ends.',
  processingTitle: 'The video is being prepared',
  processingText: 'It appears here automatically.',
  abortedTitle: 'Nothing was saved',
  failedTitle: 'No video',
};
