import type { Call } from '../calls.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import { liveIn } from './info.ts';

/** Slides are not shown here. */
export const insertDocumentCall = (parts: BbbParts): Call => ({
  methods: ['POST'],
  takesXml: true,
  run: async (asked) => {
    await liveIn(parts, asked);
    return fail('notImplemented');
  },
});
