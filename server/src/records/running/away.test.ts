import { tried } from './testing/tried.ts';

tried(['the storage is away', 'the database is away']);
