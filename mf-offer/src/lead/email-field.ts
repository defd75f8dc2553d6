import { EMAIL_MAX } from '@course/contracts';

/** Attributes of every email address field. */
export const EMAIL_FIELD = {
  type: 'email',
  name: 'email',
  autoComplete: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: EMAIL_MAX,
} as const;
