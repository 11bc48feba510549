-- Which accounts' clients may create users: the operator allows them, the first account from the start.

ALTER TABLE users ADD COLUMN may_create_users boolean NOT NULL DEFAULT false;
UPDATE users SET may_create_users = true
WHERE id = (SELECT id FROM users ORDER BY created_at, id LIMIT 1);
