import { PartWithChat } from '../part-with-chat.tsx';
import { HandsLine } from '../people/hands-line.tsx';
import { RecordSign } from '../record/record-sign.tsx';

/** The signs that everybody sees at a glance: that the room is recorded, and who raised a hand first. */
export const CallSigns = () => (
  <>
    <PartWithChat part="recording" look="line">
      <RecordSign />
    </PartWithChat>
    <PartWithChat part="gestures" look="line">
      <HandsLine />
    </PartWithChat>
  </>
);
