import { Text } from '../../../ui/layout/layout.tsx';
import panel from '../../../ui/parts/panel.module.css';

type Props = { id?: string; children: string; count: number };

/** The heading of a group of people. */
export const GroupTitle = ({ id, children, count }: Props) => (
  <Text as="h3" id={id} mt="md" mb="xs" size="sm" weight={550} dim className={panel.inset}>
    {`${children} · ${count}`}
  </Text>
);
