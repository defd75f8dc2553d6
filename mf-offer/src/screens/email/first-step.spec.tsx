// @vitest-environment jsdom
import { LEAD_COPY } from '../../flow/offer-copy.ts';
import { stepOf } from '../../flow/ways.ts';
import { firstStepConsent } from '@course/funnel';
import { saveEmail } from '@course/platform';
import { isTicked } from '@course/ui/checkbox';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LeadForm } from '../../lead/lead-form.tsx';
import { EmailScreen } from './email-screen.tsx';
import { FirstStepBox } from './first-step-box.tsx';
import { reportFirstStep } from './first-step.ts';
import { suggestEmail } from './suggest-email.ts';

const EMAIL = 'anna@example.com';
const { version, label, details } = firstStepConsent();

function Form({
  stored,
  tickedFor,
  onLeave,
}: {
  stored: string;
  tickedFor: string;
  onLeave: (ticked: boolean) => void;
}) {
  const box = useRef<HTMLButtonElement>(null);
  return (
    <LeadForm
      label="Email"
      button="Go on"
      stored={stored}
      input={{ type: 'email', name: 'email' }}
      suggest={suggestEmail}
      onValue={() => onLeave(isTicked(box.current))}
    >
      <FirstStepBox box={box} tickedFor={tickedFor} />
    </LeadForm>
  );
}

function renderForm(tickedFor = '') {
  const onLeave = vi.fn();
  render(<Form stored={tickedFor} tickedFor={tickedFor} onLeave={onLeave} />);
  return {
    onLeave,
    user: userEvent.setup(),
    field: screen.getByRole('textbox', { name: 'Email' }),
    isOn: () => screen.getByRole('checkbox', { name: label }).getAttribute('aria-checked') === 'true',
    box: () => screen.getByRole('checkbox', { name: label }),
    submit: () => screen.getByRole('button', { name: 'Go on' }),
  };
}

describe('the box for the first step', () => {
  it('starts without a tick, and says what follows from one', () => {
    const { box, isOn } = renderForm();
    expect(isOn()).toBe(false);
    const described = document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    for (const sentence of [...details, LEAD_COPY.email.firstStep.without]) expect(described).toContain(sentence);
  });

  it('is ticked by its label and by the keyboard', async () => {
    const { field, user, onLeave, submit, box, isOn } = renderForm();
    await user.type(field, EMAIL);
    await user.click(screen.getByText(label));
    expect(isOn()).toBe(true);
    box().focus();
    await user.keyboard(' ');
    expect(isOn()).toBe(false);
    await user.keyboard(' ');
    await user.click(submit());
    expect(onLeave.mock.calls).toEqual([[true]]);
  });

  it('keeps a tick of this screen while the address is written', async () => {
    const { field, user, box, isOn } = renderForm();
    await user.click(box());
    await user.type(field, EMAIL);
    expect(isOn()).toBe(true);
  });

  it('keeps an earlier tick for the same address, and drops it for another one', async () => {
    const { field, user, isOn } = renderForm(EMAIL);
    expect(isOn()).toBe(true);
    await user.type(field, 'x');
    expect(isOn()).toBe(false);
  });

  it('drops it, too, when a mistyped address is put right', async () => {
    const { field, user, isOn } = renderForm('anna@gmial.com');
    await user.click(await screen.findByRole('button', { name: new RegExp(LEAD_COPY.email.didYouMean) }));
    expect(field).toHaveProperty('value', 'anna@gmail.com');
    expect(isOn()).toBe(false);
  });

  it.each([
    ['nothing', '', true],
    ['the same address', EMAIL, true],
    ['another one', 'other@example.com', false],
  ])('takes over an earlier tick only for its address: with %s in the served field', (_case, typed, ticked) => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    saveEmail(EMAIL);
    reportFirstStep(EMAIL, true);
    const page = (
      <MemoryRouter initialEntries={['/email']}>
        <EmailScreen step={stepOf('email')} />
      </MemoryRouter>
    );
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page);
    container.querySelector('input')!.value = typed;
    render(page, { container, hydrate: true });
    expect(screen.getByRole('textbox')).toHaveProperty('value', typed || EMAIL);
    expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe(String(ticked));
  });
});

describe('how the box was left', () => {
  interface Letter {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
  }
  const letters = (): Letter[] => {
    const stored = JSON.parse(localStorage.getItem('outbox') ?? '{"value":[]}') as { value: Letter[] };
    return stored.value.map(({ method, path, body }) => ({ method, path, body }));
  };
  const letter = (email: string, consentVersion: string | null): Letter => ({
    method: 'POST',
    path: '/api/first-step',
    body: { email, consentVersion },
  });
  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
  });

  it('waits on the device to be sent, with the version of the words', () => {
    reportFirstStep(EMAIL, true);
    expect(letters()).toEqual([letter(EMAIL, version)]);
  });

  it('is told to nobody when it was never ticked', () => {
    reportFirstStep(EMAIL, false);
    expect(letters()).toEqual([]);
    expect(localStorage.getItem('first_step_email')).toBeNull();
  });

  it.each([EMAIL, 'other@example.com'])('withdraws an earlier tick when %s is left without one', (email) => {
    reportFirstStep(EMAIL, true);
    reportFirstStep(email, false);
    expect(letters()).toEqual([letter(email, null)]);
    reportFirstStep(email, false);
    expect(letters()).toEqual([letter(email, null)]);
  });
});
