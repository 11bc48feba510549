import { tried } from './testing/tried.ts';

tried(['the disk fills', 'the disk is full']);
