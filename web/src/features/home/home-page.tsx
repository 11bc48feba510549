import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { Page } from '../../ui/page/page.tsx';
import { LinkButton } from '../../ui/parts/link-button.tsx';
import classes from './home.module.css';
import { roomAddress } from './room-address.ts';
import { RoomPicture } from './room-picture.tsx';

/** A description of the product, and a field for a room's link or code. */
export function HomePage() {
  const text = useText('home');
  const [written, setWritten] = useState('');
  const [fault, setFault] = useState<'missing' | 'bad'>();

  useEffect(() => {
    document.title = 'Lectern';
  }, []);

  function open(event: FormEvent): void {
    event.preventDefault();
    const address = roomAddress(written, window.location.origin);
    if (address) window.location.assign(address);
    else setFault(written.trim() === '' ? 'missing' : 'bad');
  }

  return (
    <Page
      aside={
        <LinkButton variant="default" to={pages.signIn}>
          {text.signIn}
        </LinkButton>
      }
    >
      <div className={classes.home}>
        <div>
          <h1 className={classes.title}>{text.title}</h1>
          <p className={classes.about}>{text.about}</p>
          <form onSubmit={open} noValidate>
            <label className={classes.label} htmlFor="room-address">
              {text.label}
            </label>
            <div className={classes.row}>
              <TextInput
                className={classes.field}
                id="room-address"
                size="lg"
                placeholder={text.placeholder}
                autoComplete="off"
                spellCheck={false}
                value={written}
                error={fault && text[fault]}
                onChange={(event) => {
                  setWritten(event.currentTarget.value);
                  setFault(undefined);
                }}
              />
              <Button className={classes.open} type="submit" size="lg">
                {text.open}
              </Button>
            </div>
          </form>
          <p className={classes.docs}>
            {text.developers} <a href="/docs">{text.docs}</a>
          </p>
        </div>
        <RoomPicture />
      </div>
    </Page>
  );
}
