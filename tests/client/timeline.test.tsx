import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Timeline } from '#client/features/admin/estimate/timeline.tsx'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'

const note = (id: string): TimelineEvent => ({
  id,
  kind: 'note',
  text: 'Called back.',
  at: '2025-01-05T18:00:00.000Z',
  by: 'jo@mail.example',
})

/** @param known the ids of the events when the second note was written */
function show(known: string[]): void {
  const change = { kind: 'note', text: 'Called back. ', entryKey: 'key' } as const
  render(
    <Timeline
      events={[note('first'), note('second')]}
      waiting={[{ key: 1, change, known: new Set(known) }]}
      assignees={[]}
    />,
  )
}

it('a note that a live update brings before its save responds is not shown twice', () => {
  show(['first'])
  expect(screen.getAllByText('Called back.')).toHaveLength(2)
  expect(screen.queryByText('Saving…')).toBeNull()
})

it('a note with the text of an earlier one is shown while it is saved', () => {
  show(['first', 'second'])
  expect(screen.getAllByText('Called back.')).toHaveLength(3)
  expect(screen.getByText('Saving…')).toBeTruthy()
})
