// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { BackLink } from './back-link.tsx';
import { LegalLink } from './legal-link.tsx';

/** Whether following a link would load a document: the router left the click alone. */
function loadsDocument(link: HTMLElement): boolean {
  let isLeft = false;
  const look = (event: Event): void => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', look, { once: true });
  fireEvent.click(link);
  return isLeft;
}

it.each([
  ['/course', 'Back to your course', true],
  ['/sales', 'Back to the offer', false],
])('leads back to %s: %s', (from, label, isDocument) => {
  render(
    <MemoryRouter initialEntries={[{ pathname: '/withdrawal', state: { from } }]}>
      <BackLink />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: label });
  expect(link.getAttribute('href')).toBe(from);
  expect(loadsDocument(link)).toBe(isDocument);
});

it('a legal text leads to a reader’s page by a document of its own', () => {
  render(
    <MemoryRouter>
      <LegalLink to="exit:refund-request">Refund page</LegalLink>
      <LegalLink to="/privacy">Privacy</LegalLink>
    </MemoryRouter>,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/refund-request', '/privacy']);
  expect(links.map(loadsDocument)).toEqual([true, false]);
});
