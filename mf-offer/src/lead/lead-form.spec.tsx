// @vitest-environment jsdom
import { LEAD_COPY } from '../flow/offer-copy.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { suggestEmail } from '../screens/email/suggest-email.ts';
import { LeadForm } from './lead-form.tsx';

function renderForm(stored = '', type = 'email') {
  const onValue = vi.fn();
  render(
    <LeadForm
      label="Email"
      button="Go on"
      stored={stored}
      onValue={onValue}
      input={{ type, name: 'email' }}
      suggest={suggestEmail}
    />,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  return { onValue, field, user: userEvent.setup() };
}

const DID_YOU_MEAN = new RegExp(LEAD_COPY.email.didYouMean);

it('suggests a correction of a mistyped domain, and fills it in on a tap', async () => {
  const { field, user } = renderForm();
  await user.type(field, 'anna@gmial.com');
  const hint = await screen.findByRole('button', { name: DID_YOU_MEAN });
  expect(hint.textContent).toBe(`${LEAD_COPY.email.didYouMean} anna@gmail.com?`);
  await user.click(hint);
  expect(field.value).toBe('anna@gmail.com');
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('button', { name: DID_YOU_MEAN })).toBeNull();
});

it('accepts an address despite the suggestion, and trims it', async () => {
  const { field, onValue, user } = renderForm();
  await user.type(field, ' anna@gmial.com ');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(onValue.mock.calls).toEqual([['anna@gmial.com']]);
});

it.each([
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['jörg@bücher.example', 'jörg@xn--bcher-kva.example'],
  ['a@bü cher.example', 'a@bü cher.example'],
])('passes on %s with its domain in ASCII, if that is valid', (typed, expected) => {
  const { field, onValue } = renderForm();
  field.type = 'text'; // Firefox does not convert the value of an email field.
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.submit(field.form!);
  expect(onValue.mock.calls).toEqual([[expected]]);
});

it('shows what was entered earlier', () => {
  expect(renderForm('anna@example.com').field.value).toBe('anna@example.com');
});

it('does not submit an empty field', async () => {
  const { onValue, user } = renderForm();
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(onValue).not.toHaveBeenCalled();
});

it('reports a field with nothing but spaces as empty', async () => {
  const { field, onValue, user } = renderForm('', 'text');
  const reported = vi.fn();
  field.addEventListener('invalid', reported);
  await user.type(field, '   {Enter}');
  expect(onValue).not.toHaveBeenCalled();
  expect(reported).toHaveBeenCalledOnce();
});
