/** One sentence or so of one speaker; times in seconds from the start of the recording. */
export type TranscriptSegment = {
  id: string;
  start: number;
  end: number;
  text: string;
  speaker: string;
  participantId: string | null;
  externalUserId: string | null;
  language: string | null;
  confidence: number | null;
  words: { word: string; start: number; end: number }[];
  /** Only of a corrected segment. */
  originalText?: string | undefined;
  originalSpeaker?: string | undefined;
};
