import { useRecordNews } from './use-record.ts';
import { useHandNews, usePollNews, useRoleNews } from './use-room-news.ts';
import { useLetInNews, useWaitingNews } from './use-waiting.ts';

// What is told in notices and by sounds, as components: each breaks with the part that it belongs to, and not with the call.

export function HandNews() {
  useHandNews();
  return null;
}

export function PollNews() {
  usePollNews();
  return null;
}

export function RoleNews({ participantId }: { participantId: string }) {
  useRoleNews(participantId);
  return null;
}

export function WaitingNews() {
  useWaitingNews();
  return null;
}

export function LetInNews({ wasLetIn }: { wasLetIn: boolean }) {
  useLetInNews(wasLetIn);
  return null;
}

export function RecordNews() {
  useRecordNews();
  return null;
}
