-- Whether others than moderators may send reactions over the stage.
UPDATE rooms SET flags = flags || '{"isReactingAllowed": true}';
