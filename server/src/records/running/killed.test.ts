import { tried } from './testing/tried.ts';

tried(['the recorder is killed', 'LiveKit is killed']);
