-- Whether people who enter by a permanent link enter their own name; the link's name is then its label.
ALTER TABLE access_links ADD COLUMN is_name_asked boolean NOT NULL DEFAULT false;
