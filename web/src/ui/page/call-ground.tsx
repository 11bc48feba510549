import { Text } from '../layout/layout.tsx';
import classes from './call-ground.module.css';

/** The dark background of the call until its code is loaded. */
export function CallGround() {
  return <Text as="div" grow className={classes.ground} aria-busy />;
}
