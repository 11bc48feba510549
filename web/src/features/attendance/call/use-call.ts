import { useRef } from 'react';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { ApiError } from '../../../api/api.ts';
import { useApi } from '../../../panel/context.ts';
import { isGone } from '../../../panel/failed.tsx';
import { type Loaded, useLoaded } from '../../../panel/loading/use-loaded.ts';
import type { TriedRule } from '../model/call-view.ts';
import { paceOfReport } from '../model/person-rows.ts';

export type Place = { spaceId: string; roomId: string; callId: string };

/** Where the call was; the names may change, but not while one reads. */
export type Around = {
  /** Undefined if the reader leads the room of a private group in which they have no role. */
  spaceName: string | undefined;
  roomName: string;
};

export type LoadedCall =
  | { state: 'report'; around: Around; report: AttendanceReport }
  /** The people were deleted by the service's retention; the counts remain. */
  | { state: 'expired'; around: Around; call: Answer<'getAnalyticsCall'> };

const isExpired = (error: unknown): boolean => error instanceof ApiError && error.code === 'report_expired';

/** The report of a call; of a running one again and again, with what is known so far. */
export function useCall({ spaceId, roomId, callId }: Place, tried: TriedRule): Loaded<LoadedCall> {
  const api = useApi();
  const around = useRef<Around>(undefined);
  const isOver = useRef(false);

  async function nameOfSpace(): Promise<string | undefined> {
    try {
      return (await api.getSpace({ spaceId })).name;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  async function lookAround(): Promise<Around> {
    if (around.current) return around.current;
    const [spaceName, room] = await Promise.all([nameOfSpace(), api.getRoom({ spaceId, roomId })]);
    around.current = { spaceName, roomName: room.name };
    return around.current;
  }

  async function loadReport(): Promise<AttendanceReport | undefined> {
    try {
      return await api.getRoomAnalyticsReport({
        spaceId,
        query: { roomId, callId, provisional: true, ...tried },
      });
    } catch (error) {
      if (isExpired(error)) return undefined;
      throw error;
    }
  }

  return useLoaded<LoadedCall>({
    key: ['report', callId, tried],
    load: async () => {
      const [found, report] = await Promise.all([lookAround(), loadReport()]);
      isOver.current = report?.isFinal ?? true;
      if (report) return { state: 'report', around: found, report };
      return { state: 'expired', around: found, call: await api.getAnalyticsCall({ spaceId, callId }) };
    },
    // A final report may be large and does not change: it is not loaded again when the reader returns to the page.
    ...(!isOver.current && {
      pace: (loaded: LoadedCall) => (loaded.state === 'report' ? paceOfReport(loaded.report) : undefined),
    }),
  });
}
