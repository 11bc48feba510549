import { Type } from 'typebox';
import { route } from './route.ts';
import { Id, Nullable, Timestamp } from './shared.ts';

export const Email = Type.String({ format: 'email', maxLength: 254 });
export const Phone = Type.String({
  pattern: '^\\+?[0-9 ()\\-]{3,32}$',
  description: 'E.164, or national digits with spaces, +, - and brackets.',
});

export const User = Type.Object({
  id: Id,
  email: Type.String(),
  username: Type.String(),
  phone: Nullable(Type.String()),
  createdAt: Timestamp,
});

export const userRoutes = {
  createUser: route({
    summary: 'Register a user',
    source: 'interface 4.1, decisions 2',
    body: Type.Object({
      email: Email,
      password: Type.String({ minLength: 8, maxLength: 128 }),
      username: Type.String({ minLength: 1, maxLength: 100 }),
      phone: Type.Optional(Phone),
      captchaToken: Type.Optional(Type.String({ maxLength: 4096 })),
    }),
    status: 201,
    answer: User,
    errors: ['email_taken'],
  }),
};
