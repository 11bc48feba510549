import { Row } from '../layout/layout.tsx';

/** The logo and the name. */
export function Logo() {
  return (
    <Row as="span" inline align="center" size="xl" weight={650} tone="text" gap="sm">
      <img src="/icon.svg" alt="" width={28} height={28} />
      <span>Lectern</span>
    </Row>
  );
}
