import type { ReactElement } from 'react';
import type { Mail, MailKind } from './mail.ts';

/** One kind of mail: what it is called, how it looks, and how it reads as text. */
export interface Template<M extends Mail> {
  subject(mail: M): string;
  html(mail: M): ReactElement;
  text(mail: M): string;
}

export type TemplateFor<K extends MailKind> = Template<Extract<Mail, { kind: K }>>;
