// @vitest-environment jsdom
import { LEAD_COPY } from '../../flow/offer-copy.ts';
import { stepOf } from '../../flow/paths.ts';
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
  it('starts unticked, and says what ticking it means', () => {
    const { box, isOn } = renderForm();
    expect(isOn()).toBe(false);
    const described = document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    for (const sentence of [...details, LEAD_COPY.email.firstStep.without]) expect(described).toContain(sentence);
  });

  it('can be ticked by its label and by keyboard', async () => {
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

  it('stays ticked while the address is typed for the first time', async () => {
    const { field, user, box, isOn } = renderForm();
    await user.click(box());
    await user.type(field, EMAIL);
    expect(isOn()).toBe(true);
  });

  it('stays ticked for the same address, and is unticked for another one', async () => {
    const { field, user, isOn } = renderForm(EMAIL);
    expect(isOn()).toBe(true);
    await user.type(field, 'x');
    expect(isOn()).toBe(false);
  });

  it('is unticked when a mistyped address is corrected', async () => {
    const { field, user, isOn } = renderForm('anna@gmial.com');
    await user.click(await screen.findByRole('button', { name: new RegExp(LEAD_COPY.email.didYouMean) }));
    expect(field).toHaveProperty('value', 'anna@gmail.com');
    expect(isOn()).toBe(false);
  });

  it.each([
    ['nothing', '', true],
    ['the same address', EMAIL, true],
    ['another one', 'other@example.com', false],
  ])('restores an earlier tick only for its address: with %s in the served field', (_case, typed, ticked) => {
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

describe('the report of the box', () => {
  interface QueuedRequest {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
  }
  const queue = (): QueuedRequest[] => {
    const stored = JSON.parse(localStorage.getItem('outbox') ?? '{"value":[]}') as { value: QueuedRequest[] };
    return stored.value.map(({ method, path, body }) => ({ method, path, body }));
  };
  const request = (email: string, consentVersion: string | null): QueuedRequest => ({
    method: 'POST',
    path: '/api/first-step',
    body: { email, consentVersion },
  });
  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
  });

  it('is queued on the device, with the version of the consent text', () => {
    reportFirstStep(EMAIL, true);
    expect(queue()).toEqual([request(EMAIL, version)]);
  });

  it('is not sent if the box was never ticked', () => {
    reportFirstStep(EMAIL, false);
    expect(queue()).toEqual([]);
    expect(localStorage.getItem('first_step_email')).toBeNull();
  });

  it.each([EMAIL, 'other@example.com'])('withdraws an earlier consent when %s is submitted unticked', (email) => {
    reportFirstStep(EMAIL, true);
    reportFirstStep(email, false);
    expect(queue()).toEqual([request(email, null)]);
    reportFirstStep(email, false);
    expect(queue()).toEqual([request(email, null)]);
  });
});
