import { ActionBar, Button } from '@course/ui';

interface ContinueBarProps {
  readonly label: string;
  readonly onContinue: () => void;
}

export const ContinueBar = ({ label, onContinue }: ContinueBarProps) => (
  <ActionBar>
    <Button onClick={onContinue}>{label}</Button>
  </ActionBar>
);
