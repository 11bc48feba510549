export const playbacks = {
  webinars: 'Webinars',
  search: 'Search webinars',
  empty: 'Create the first automatic webinar',
  emptyHint:
    'An automatic webinar plays a recording at the times that you choose, as a live event with a live chat.',
  draft: 'Draft',
  preparing: 'Preparing',
  ready: 'Ready',
  failed: 'Failed',
};

export const playbackPage = {
  where: 'Breadcrumb',
  groups: 'Groups',
  parts: 'Webinar sections',
  general: 'General',
  content: 'Content',
  schedule: 'Schedule',
  timeline: 'Timeline',
  chat: 'Recorded chat',
  entry: 'Entry form',
  links: 'Links',
  sessions: 'Sessions',
};
