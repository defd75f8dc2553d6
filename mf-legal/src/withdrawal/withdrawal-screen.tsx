import { type DeclaredWithdrawal, type DeclareWithdrawal, NAME_MAX, REFERENCE_MAX } from '@course/contracts';
import { screenOf, withdrawalStatement } from '@course/funnel';
import { HttpError, send } from '@course/platform';
import { Button, Screen, useSubmit } from '@course/ui';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { BackLink } from '../back-link.tsx';
import type { LegalStep } from '../flow/steps.ts';
import { WITHDRAWAL_COPY } from '../flow/withdrawal-copy.ts';
import { LegalFooter } from '../legal-footer.tsx';
import { LegalLink } from '../legal-link.tsx';
import css from './withdrawal.module.css';

/** Withdraws from a contract without an account: a form, a review of the declaration, and one confirmation. */
export function WithdrawalScreen({ step }: { readonly step: LegalStep }) {
  return (
    <Screen name={screenOf(step)} layout="page">
      <div className={css['page']}>
        <BackLink />
        <header className={css['head']}>
          <h1 className={css['title']}>{step.title}</h1>
          <p className={css['soft']}>{WITHDRAWAL_COPY.intro}</p>
        </header>
        <Body />
        <p className={css['notice']}>
          <LegalLink to="/terms#withdrawal">{WITHDRAWAL_COPY.notice}</LegalLink>
        </p>
        <LegalFooter current={step.key} />
      </div>
    </Screen>
  );
}

type Phase =
  | { readonly kind: 'asking'; readonly isReturning: boolean }
  | { readonly kind: 'reviewing' }
  | { readonly kind: 'sent'; readonly receivedAt: string };

/** The current phase. What was typed is kept across all phases. */
function Body() {
  const [phase, setPhase] = useState<Phase>({ kind: 'asking', isReturning: false });
  const [declared, setDeclared] = useState<DeclareWithdrawal>({ name: '', reference: '' });
  const change = () => setPhase({ kind: 'asking', isReturning: true });
  const review = (declaration: DeclareWithdrawal) => {
    setDeclared(declaration);
    setPhase({ kind: 'reviewing' });
  };
  switch (phase.kind) {
    case 'asking':
      return <Form declared={declared} focused={phase.isReturning} onReview={review} />;
    case 'reviewing':
      return (
        <Review
          declared={declared}
          onChange={change}
          onSent={({ receivedAt }) => setPhase({ kind: 'sent', receivedAt })}
        />
      );
    case 'sent':
      return <Sent receivedAt={phase.receivedAt} declared={declared} onChange={change} />;
    default:
      return phase satisfies never;
  }
}

interface FormProps {
  readonly declared: DeclareWithdrawal;
  /** True if the form replaced the button that had the focus. Its first field then gets the focus. */
  readonly focused: boolean;
  readonly onReview: (declared: DeclareWithdrawal) => void;
}

function Form({ declared, focused, onReview }: FormProps) {
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) firstField.current?.focus();
  }, [focused]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    for (const field of form.querySelectorAll('input')) field.value = field.value.trim();
    // Checked again, because spaces alone satisfy `required`.
    if (!form.reportValidity()) return;
    const typed = new FormData(form);
    onReview({ name: String(typed.get('name')), reference: String(typed.get('reference')) });
  };
  // Uncontrolled, so that what is typed before hydration is kept. POST, so that a submit without scripts adds no query.
  return (
    <form method="post" className={css['panel']} onSubmit={submit}>
      <label className={css['label']}>
        <span>{WITHDRAWAL_COPY.name}</span>
        <input
          ref={firstField}
          name="name"
          autoComplete="name"
          maxLength={NAME_MAX}
          required
          defaultValue={declared.name}
        />
      </label>
      <label className={css['label']}>
        <span>{WITHDRAWAL_COPY.reference}</span>
        <input
          name="reference"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={REFERENCE_MAX}
          required
          defaultValue={declared.reference}
          aria-describedby="reference-hint"
        />
        <span id="reference-hint" className={css['soft']}>
          {WITHDRAWAL_COPY.referenceHint}
        </span>
      </label>
      <Button type="submit">{WITHDRAWAL_COPY.next}</Button>
      <noscript>
        <p>{WITHDRAWAL_COPY.noScript}</p>
      </noscript>
    </form>
  );
}

const problemOf = (error: unknown): keyof typeof WITHDRAWAL_COPY.problems => {
  if (!(error instanceof HttpError) || error.status >= 500) return 'offline';
  return error.status === 429 ? 'busy' : 'refused';
};

interface ReviewProps {
  readonly declared: DeclareWithdrawal;
  readonly onChange: () => void;
  readonly onSent: (answer: DeclaredWithdrawal) => void;
}

function Review({ declared, onChange, onSent }: ReviewProps) {
  const { isSending, error, submit } = useSubmit();
  const confirm = () =>
    submit(async () => onSent((await send('POST', '/api/withdrawals', declared)) as DeclaredWithdrawal));
  const { title, note, confirm: label, sending, change: changeLabel } = WITHDRAWAL_COPY.review;
  return (
    <Panel title={title}>
      <blockquote className={css['statement']}>{withdrawalStatement(declared)}</blockquote>
      <p className={css['soft']}>{note}</p>
      <Button pending={isSending} onClick={confirm}>
        {isSending ? sending : label}
      </Button>
      <Button look="quiet" disabled={isSending} onClick={onChange}>
        {changeLabel}
      </Button>
      {error !== undefined && <p role="alert">{WITHDRAWAL_COPY.problems[problemOf(error)]}</p>}
    </Panel>
  );
}

const MOMENT = { dateStyle: 'long', timeStyle: 'long' } as const;

interface SentProps {
  readonly receivedAt: string;
  readonly declared: DeclareWithdrawal;
  readonly onChange: () => void;
}

/** The text is the same for known and unknown orders. */
function Sent({ receivedAt, declared, onChange }: SentProps) {
  const { title, at, receipt, missing, again } = WITHDRAWAL_COPY.sent;
  const moment = new Intl.DateTimeFormat('en-US', MOMENT).format(new Date(receivedAt));
  return (
    <Panel title={title}>
      <p>
        <time dateTime={receivedAt}>{at(moment)}</time>
      </p>
      <blockquote className={css['statement']}>{withdrawalStatement(declared)}</blockquote>
      <p>{receipt}</p>
      <p>{`${missing} ${declared.reference}`}</p>
      <Button look="quiet" onClick={onChange}>
        {again}
      </Button>
    </Panel>
  );
}

/** A panel that replaces the previous phase and moves the focus to its heading. */
function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section className={css['panel']}>
      <h2 ref={heading} tabIndex={-1} className={css['heading']}>
        {title}
      </h2>
      {children}
    </section>
  );
}
