/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PagedTable } from './paged-table.tsx';

afterEach(cleanup);

test('keeps the focus on its buttons at the first and the last page', () => {
  render(
    <PagedTable
      rows={['a', 'b', 'c']}
      size={2}
      label="Letters"
      caption="Letters"
      what="letters"
      head={<th scope="col">Letter</th>}
      row={(letter) => (
        <tr key={letter}>
          <td>{letter}</td>
        </tr>
      )}
    />,
  );
  const shown = () => screen.getAllByRole('cell').map((cell) => cell.textContent);
  for (const [name, letters] of [
    ['Next', ['c']],
    ['Back', ['a', 'b']],
  ] as const) {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(button);
    expect(shown()).toEqual(letters);
    expect(document.activeElement).toBe(button);
    expect([button.hasAttribute('disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  }
});
