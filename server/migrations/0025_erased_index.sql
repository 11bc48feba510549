-- The revision of a report counts the erased people of its call: without this index it reads all participants.
CREATE INDEX participants_erased ON participants (id) WHERE erased_at IS NOT NULL;
