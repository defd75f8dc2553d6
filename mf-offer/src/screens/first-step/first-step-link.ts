export interface FirstStepLink {
  readonly token: string;
  /** True if the link stops the mails. */
  readonly unsubscribes: boolean;
}

/** Parses the fragment of a link in one of these mails. */
export const firstStepLink = (fragment: string): FirstStepLink => {
  const [token = '', purpose] = fragment.split('.', 2);
  return { token, unsubscribes: purpose === 'leave' };
};
