import { Text } from '../layout/layout.tsx';

/** The dark background of the call until its code is loaded. */
export function CallGround() {
  return <Text as="div" grow ground="stage-ground" aria-busy />;
}
