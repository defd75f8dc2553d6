import { GENDER_COPY } from '../../flow/entries-copy.ts';
import { questionTotal } from '@course/platform';
import { Button } from '@course/ui';
import { Dialog } from '@course/ui/dialog';
import { useEffect } from 'react';
import { Consent } from './consent.tsx';
import { rememberWelcome } from './was-welcomed.ts';
import css from './welcome.module.css';

interface WelcomeProps {
  readonly onClose: () => void;
}

const { welcome } = GENDER_COPY;

export function Welcome({ onClose }: WelcomeProps) {
  useEffect(rememberWelcome, []);
  return (
    <Dialog open onClose={onClose} title={welcome.title}>
      <p className={css['text']}>{welcome.text(questionTotal())}</p>
      <Button onClick={onClose}>{welcome.button}</Button>
      <Consent />
    </Dialog>
  );
}
