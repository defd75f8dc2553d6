// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OptionBox, OptionCard } from './option-card.tsx';

const option = { value: 'design', label: 'Design' };

describe.each([
  ['a single-choice answer', OptionCard],
  ['a multiple-choice answer', OptionBox],
])('%s', (_, Answer) => {
  it('draws its tick only while it is selected', () => {
    const ticks = () => document.querySelectorAll('path').length;
    const { rerender } = render(<Answer option={option} selected={false} onChoose={vi.fn()} />);
    expect(ticks()).toBe(0);
    rerender(<Answer option={option} selected onChoose={vi.fn()} />);
    expect(ticks()).toBe(1);
    rerender(<Answer option={option} selected={false} onChoose={vi.fn()} />);
    expect(ticks()).toBe(0);
  });

  it('reports the value that was chosen', () => {
    const onChoose = vi.fn();
    render(<Answer option={option} selected={false} onChoose={onChoose} />);
    screen.getByText('Design').click();
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('design');
  });
});
