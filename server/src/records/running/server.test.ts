import { tried } from './testing/tried.ts';

tried(['the server is killed', 'the server is stopped']);
