// @vitest-environment jsdom
import { useLocation } from '@course/platform';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { START_OVER_COPY } from '../../flow/offer-copy.ts';
import { StartOver } from './payment-parts.tsx';

const Path = () => <output>{useLocation().pathname}</output>;

beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({})));
afterEach(() => void vi.unstubAllGlobals());

it('starting over leads to the `start` entry of another remote', async () => {
  render(
    <MemoryRouter initialEntries={['/payment-success']}>
      <StartOver />
      <Path />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: START_OVER_COPY.button }));
  expect(screen.getByText('/start')).toBeDefined();
});
