import { IconHandStop, IconMicrophone, IconPhoneOff, IconScreenShare, IconVideo } from '@tabler/icons-react';
import { Grid, Row, Text } from '../../ui/layout/layout.tsx';
import { Avatar } from '../../ui/parts/initials-avatar.tsx';
import classes from './home.module.css';

const people = ['Anna Petrova', 'Ben Okafor', 'Дарья Ким', 'Lena Ortega'];

/** An illustration of a call, drawn with the page's own components. */
export function RoomPicture() {
  return (
    <Text as="div" p="lg" ground="stage-ground" className={classes.picture} aria-hidden>
      <Grid gap="sm" className={classes.tiles}>
        {people.map((name, index) => (
          <Grid
            key={name}
            center
            radius="md"
            ground="stage-tile"
            className={classes.tile}
            data-speaking={index === 1 || undefined}
          >
            <Avatar name={name} seed={name} size={64} />
            <Text as="span" size="xs" weight={500} tone="stage-dim" hide="phone" className={classes.tileName}>
              {name}
            </Text>
          </Grid>
        ))}
      </Grid>
      <Row gap="sm" justify="center" mt="lg" className={classes.bar}>
        {[IconMicrophone, IconVideo, IconScreenShare, IconHandStop, IconPhoneOff].map((Icon) => (
          <Grid as="span" key={Icon.displayName} center square={40} radius="round" tone="stage">
            <Icon size={18} />
          </Grid>
        ))}
      </Row>
    </Text>
  );
}
