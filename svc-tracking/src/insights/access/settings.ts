import type { Env } from '../../platform/env.ts';

/** What opens the insights, and whether their cookies travel by HTTPS only. */
export interface AccessSettings {
  readonly token: string;
  readonly secure: boolean;
}

export const ACCESS = Symbol('insights access');

export const accessOf = ({ PUBLIC_URL }: Env, token: string): AccessSettings => ({
  token,
  secure: PUBLIC_URL.startsWith('https:'),
});
