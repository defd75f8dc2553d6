import { GENDER_COPY } from '@course/funnel';
import { Button } from '@course/ui';
import { Dialog } from '@course/ui/dialog';
import { Consent } from './consent.tsx';
import css from './welcome.module.css';

export interface WelcomeProps {
  readonly from: string;
  readonly onClose: () => void;
}

const { welcome } = GENDER_COPY;

export const Welcome = ({ from, onClose }: WelcomeProps) => (
  <Dialog open onClose={onClose} title={welcome.title}>
    <p className={css['text']}>{welcome.text}</p>
    <Button onClick={onClose}>{welcome.button}</Button>
    <Consent from={from} />
  </Dialog>
);
