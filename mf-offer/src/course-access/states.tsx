import { READER_COPY } from '@course/funnel';
import { Button } from '@course/ui';
import css from './reader.module.css';

export const Opening = () => (
  <p role="status" className={css['note']}>
    {READER_COPY.opening}
  </p>
);

interface UnreachableProps {
  readonly busy?: boolean;
  readonly onAgain: () => void;
}

export const Unreachable = ({ busy = false, onAgain }: UnreachableProps) => (
  <div className={css['panel']}>
    <p role="alert">{busy ? READER_COPY.busy : READER_COPY.unreachable}</p>
    <Button look="quiet" onClick={onAgain}>
      {READER_COPY.again}
    </Button>
  </div>
);
