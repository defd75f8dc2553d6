// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { LEGAL_LINKS } from '../flow/offer-copy.ts';
import { READER_COPY } from '../flow/reader-copy.ts';
import { stepOf } from '../flow/paths.ts';
import { ReaderFrame, Unreachable } from './reader-parts.tsx';

it('links to the withdrawal page as a new document, with a referrer', () => {
  render(
    <MemoryRouter initialEntries={['/course']}>
      <ReaderFrame step={stepOf('course')} note="">
        {null}
      </ReaderFrame>
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: LEGAL_LINKS.withdrawal });
  let isUnhandled = false;
  addEventListener(
    'click',
    (event) => {
      isUnhandled = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  fireEvent.click(link);
  expect([isUnhandled, link.getAttribute('href'), link.getAttribute('referrerpolicy')]).toEqual([
    true,
    '/withdrawal',
    'same-origin',
  ]);
});

it('moves the focus to the title before a retry, which removes the button', () => {
  const onAgain = vi.fn();
  render(
    <MemoryRouter initialEntries={['/course']}>
      <ReaderFrame step={stepOf('course')} note="">
        <Unreachable onAgain={onAgain} />
      </ReaderFrame>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: READER_COPY.again }));
  expect(onAgain).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
