import { Button } from '@course/ui';
import { ActionBar } from './action-bar.tsx';

interface ContinueBarProps {
  readonly label: string;
  readonly onContinue: () => void;
}

export const ContinueBar = ({ label, onContinue }: ContinueBarProps) => (
  <ActionBar>
    <Button onClick={onContinue}>{label}</Button>
  </ActionBar>
);
