export interface FirstStepLink {
  readonly token: string;
  /** It ends the mails. */
  readonly leaves: boolean;
}

/** Reads what a link of these mails carries. */
export const firstStepLink = (fragment: string): FirstStepLink => {
  const [token = '', purpose] = fragment.split('.', 2);
  return { token, leaves: purpose === 'leave' };
};
