// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { LEGAL_LINKS } from '../flow/offer-copy.ts';
import { stepOf } from '../flow/ways.ts';
import { ReaderFrame } from './reader-parts.tsx';

it('leads to the withdrawal by a document of its own, which is told where the reader came from', () => {
  render(
    <MemoryRouter initialEntries={['/course']}>
      <ReaderFrame step={stepOf('course')} note="">
        {null}
      </ReaderFrame>
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: LEGAL_LINKS.withdrawal });
  let isLeft = false;
  addEventListener(
    'click',
    (event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  fireEvent.click(link);
  expect([isLeft, link.getAttribute('href'), link.getAttribute('referrerpolicy')]).toEqual([
    true,
    '/withdrawal',
    'same-origin',
  ]);
});
