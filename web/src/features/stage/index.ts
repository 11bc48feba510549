import type { StageProps } from '../../call-contract.ts';

export default function Stage(_: StageProps) {
  return null;
}
