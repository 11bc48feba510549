import { Text } from '../layout/layout.tsx';

type Props = { width?: string | number; height: number; isRound?: boolean };

/** A placeholder for what is being loaded. */
export const Bone = ({ width = '100%', height, isRound }: Props) => (
  <Text
    as="span"
    fixed
    ground="fill"
    radius={isRound ? 'round' : 'sm'}
    pulse
    style={{ display: 'block', maxWidth: '100%', width, height }}
  />
);
