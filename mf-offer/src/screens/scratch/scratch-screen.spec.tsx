// @vitest-environment jsdom
import { pathForVisitor } from '../../flow/use-flow.ts';
import { stepOf } from '../../flow/ways.ts';
import { useLocation } from '@course/platform';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ScratchScreen } from './scratch-screen.tsx';

const deadline = (endsAt: string) => ({ sales002Countdown: { mode: 'deadline', endsAt } }) as const;
const PASSED = deadline('2026-01-01T00:00:00Z');

const Path = () => <output>{useLocation().pathname}</output>;

describe('after a real deadline', () => {
  it('the scratch card is skipped', () => {
    expect(pathForVisitor('scratch', PASSED)).toBe('/timeline');
    expect(pathForVisitor('scratch', deadline('9999-01-01T00:00:00Z'))).toBe('/scratch');
    expect(pathForVisitor('scratch')).toBe('/scratch');
  });

  it('its own address promises no discount and redirects to the next step', () => {
    render(
      <MemoryRouter initialEntries={['/scratch']}>
        <ScratchScreen step={stepOf('scratch')} config={PASSED} />
        <Path />
      </MemoryRouter>,
    );
    expect(screen.getByRole('main').textContent).not.toContain('50%');
    expect(screen.getByText('/timeline')).toBeTruthy();
  });
});
