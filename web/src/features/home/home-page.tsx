import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { Grid, Row, Text } from '../../ui/layout/layout.tsx';
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
      <Grid align="center" full className={classes.home}>
        <div>
          <h1 className={classes.title}>{text.title}</h1>
          <Text mt="lg" mb="xl" dim pretty measure={44} className={classes.about}>
            {text.about}
          </Text>
          <form onSubmit={open} noValidate>
            <Text as="label" mb="sm" size="md" weight={500} className={classes.label} htmlFor="room-address">
              {text.label}
            </Text>
            <Row gap="md" align="start" className={classes.row}>
              <TextInput
                flex={1}
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
              <Button type="submit" size="lg">
                {text.open}
              </Button>
            </Row>
          </form>
          <Text mt="xl" size="lg" dim links>
            {text.developers} <a href="/docs">{text.docs}</a>
          </Text>
        </div>
        <RoomPicture />
      </Grid>
    </Page>
  );
}
