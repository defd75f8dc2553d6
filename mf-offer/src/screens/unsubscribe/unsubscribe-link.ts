/** What the link of the unsubscribe page carries: the token that ends the mails and, since mails have it, the one that reads the course. */
export interface UnsubscribeLink {
  readonly leave: string;
  readonly read: string | null;
  /** The mails have stopped already, by a mail program's click: the link is there to start them again. */
  readonly hasStopped: boolean;
}

export const unsubscribeLink = (fragment: string): UnsubscribeLink => {
  const [leave = '', read, state] = fragment.split('.', 3);
  return { leave, read: read || null, hasStopped: state === 'stopped' };
};
