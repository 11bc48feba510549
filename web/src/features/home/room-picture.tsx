import { IconHandStop, IconMicrophone, IconPhoneOff, IconScreenShare, IconVideo } from '@tabler/icons-react';
import { Avatar } from '../../ui/parts/initials-avatar.tsx';
import classes from './home.module.css';

const people = ['Anna Petrova', 'Ben Okafor', 'Дарья Ким', 'Lena Ortega'];

/** An illustration of a call, drawn with the page's own components. */
export function RoomPicture() {
  return (
    <div className={classes.picture} aria-hidden>
      <div className={classes.tiles}>
        {people.map((name, index) => (
          <div key={name} className={`${classes.tile} ${index === 1 ? classes.speaking : ''}`}>
            <Avatar name={name} seed={name} size={64} />
            <span className={classes.tileName}>{name}</span>
          </div>
        ))}
      </div>
      <div className={classes.bar}>
        <span>
          <IconMicrophone size={18} />
        </span>
        <span>
          <IconVideo size={18} />
        </span>
        <span>
          <IconScreenShare size={18} />
        </span>
        <span>
          <IconHandStop size={18} />
        </span>
        <span className={classes.leave}>
          <IconPhoneOff size={18} />
        </span>
      </div>
    </div>
  );
}
