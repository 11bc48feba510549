import { print } from '../progress.mjs';

print('Everything that a start needs is in place: packages, the pages and the media server.');
