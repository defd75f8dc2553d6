// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { BackLink } from './back-link.tsx';
import { LegalLink } from './legal-link.tsx';

/** Returns true if following the link would load a new document, that is, if the router did not handle the click. */
function loadsDocument(link: HTMLElement): boolean {
  let isUnhandled = false;
  const onClick = (event: Event): void => {
    isUnhandled = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', onClick, { once: true });
  fireEvent.click(link);
  return isUnhandled;
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

it('loads a new document for a link from a legal text to a reader’s page', () => {
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
