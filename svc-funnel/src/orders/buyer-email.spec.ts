import { expect, it } from 'vitest';
import { maskEmail } from './buyer-email.ts';

it.each([
  ['jane@gmail.com', 'j•••@g•••.com'],
  ['j@g.co', 'j•••@g•••.co'],
  ['jane.doe+ai@mail.example.co.uk', 'j•••@m•••.uk'],
  ['a@b', 'a•••@b•••'],
  ['"odd@name"@example.com', '"•••@e•••.com'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});
