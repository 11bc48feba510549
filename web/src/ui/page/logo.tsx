import { Row } from '../layout/layout.tsx';
import classes from './logo.module.css';

/** The logo and the name. */
export function Logo() {
  return (
    <Row as="span" inline align="center" size="xl" weight={650} tone="text" className={classes.logo}>
      <img src="/icon.svg" alt="" width={28} height={28} />
      <span>Lectern</span>
    </Row>
  );
}
