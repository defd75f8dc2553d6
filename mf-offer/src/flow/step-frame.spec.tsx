// @vitest-environment jsdom
import { useLocation } from '@course/platform';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { stepOf } from './paths.ts';
import { StepFrame } from './step-frame.tsx';

const Path = () => <output>{useLocation().pathname}</output>;

it.each([
  ['navigates in the document', {}, '/email', false],
  ['is left to the browser with Alt, which saves the page', { altKey: true }, '/name', true],
  ['is left to the browser with Ctrl, which opens a tab', { ctrlKey: true }, '/name', true],
])('a click on Back %s', (_what, keys, path, isBrowsers) => {
  // jsdom cannot follow links.
  let isUnhandled = false;
  const stop = (event: MouseEvent) => {
    isUnhandled = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', stop, { once: true });
  render(
    <MemoryRouter initialEntries={['/name']}>
      <StepFrame step={stepOf('name')}>
        <Path />
      </StepFrame>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Back' }), keys);
  expect([isUnhandled, screen.getByRole('status').textContent]).toEqual([isBrowsers, path]);
});
