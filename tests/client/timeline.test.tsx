import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Timeline } from '#client/features/admin/estimate/timeline.tsx'
import { StaffRegion } from '#client/features/admin/ui/staff-region.tsx'
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
    { wrapper: StaffRegion },
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

it('the newest is first, also of one instant, and what is being saved is above it', () => {
  const at = '2025-01-05T18:00:00.000Z'
  const [by, waiting] = ['jo@mail.example', { known: new Set<string>() }]
  render(
    <Timeline
      events={[
        { id: '1', at, by: null, kind: 'created' },
        { id: '2', at, by, kind: 'contact', channel: 'call', note: null },
        { id: '3', at, by, kind: 'status', from: 'new', to: 'in_progress' },
        { id: '4', at: '2025-01-06T18:00:00.000Z', by, kind: 'exported' },
      ]}
      waiting={[
        { ...waiting, key: 1, change: { kind: 'status', status: 'completed' } },
        { ...waiting, key: 2, change: { kind: 'outcome', outcome: 'won', reason: '' } },
      ]}
      assignees={[]}
    />,
    { wrapper: StaffRegion },
  )
  const labels = screen.getAllByRole('listitem').flatMap((item) => item.querySelector(':scope > p')?.textContent ?? [])
  expect(labels).toEqual([
    'Outcome: Won',
    'Status: Completed',
    'Exported',
    'Status: New → In progress',
    'Called',
    'Request received',
  ])
})
