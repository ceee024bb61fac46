import { screen } from '@testing-library/react'

/** The control with a label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

/** The texts that screen readers read with a field. */
export function descriptionOf(label: string): string[] {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
}
